/** Microsoft Graph chats of Teams: `GET /chats/{id}/messages` or a channel's messages, the newest first. Events are system messages. */
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import {
  fileNames,
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
        const isEvent = message.messageType !== 'message';
        const isDeleted = typeof message.deletedDateTime === 'string';
        const files = recordsOf(message.attachments).filter(({ contentType }) => contentType !== 'messageReference');
        if (!isEvent && !isDeleted && text.trim() === '' && files.length === 0) return undefined;
        const from = recordOf(message.from);
        const user = recordOf(from.user ?? from.application);
        const name = textOf(user.displayName);
        const isBot = isRecord(from.application);
        return {
          text: isEvent ? eventOf(message) : text,
          kind: isEvent ? 'system' : isDeleted ? 'deleted' : isBot ? 'bot' : undefined,
          isEdited: typeof message.lastEditedDateTime === 'string',
          attachments: isDeleted ? [] : fileNames(files, 'name', 'contentUrl'),
          speaker: name ?? labelOf(user.id),
          aliases: [isBot ? 'bot' : undefined],
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

/** `#microsoft.graph.membersJoinedEventMessageDetail`: "members joined". */
function eventOf({ eventDetail, messageType }: Record<string, unknown>): string {
  const type = textOf(recordOf(eventDetail)['@odata.type'])?.replace(/^.*\.|EventMessageDetail$/g, '');
  return (type ?? textOf(messageType) ?? 'event').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
