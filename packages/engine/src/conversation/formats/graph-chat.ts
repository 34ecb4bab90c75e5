/** Microsoft Graph chats of Teams: `GET /chats/{id}/messages` or a channel's messages, the newest first. Events of the system are left out. */
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import {
  firstRecord,
  labelOf,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const graphChat: VendorFormat = {
  marks: ['value', 'messageType', 'chatId', 'createdDateTime', 'mentions', 'etag'],
  is(value) {
    const message = firstRecord(listOf(value));
    return message !== undefined && 'messageType' in message && isRecord(message.body) && 'createdDateTime' in message;
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(listOf(value)), ({ createdDateTime }) => instantOf(createdDateTime)),
      path,
      (message) => {
        const body = recordOf(message.body);
        const content = textOf(body.content) ?? '';
        const text = String(body.contentType).toLowerCase() === 'html' ? htmlText(content) : content;
        const isDeleted = typeof message.deletedDateTime === 'string';
        if (message.messageType !== 'message' || isDeleted || text.trim() === '') return undefined;
        const from = recordOf(message.from);
        const user = recordOf(from.user ?? from.application);
        const name = textOf(user.displayName);
        return {
          text,
          speaker: name ?? labelOf(user.id),
          aliases: [isRecord(from.application) ? 'bot' : undefined],
          at: instantOf(message.createdDateTime),
          name,
        };
      },
      { channel: 'chat' },
    ),
};

function listOf(value: unknown): unknown {
  return isRecord(value) ? value.value : value;
}
