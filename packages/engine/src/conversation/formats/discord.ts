/** Discord: a channel in DiscordChatExporter's JSON format. Joins, pins and calls are system messages. */
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
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

const WRITTEN = new Set(['Default', 'Reply', '0', '19']);

export const discord: VendorFormat = {
  marks: ['guild', 'channel', 'messages', 'timestampEdited', 'discriminator', 'nickname', 'isBot'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value.messages) : undefined;
    return message !== undefined && 'timestampEdited' in message && isRecord(message.author);
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(isRecord(value) ? value.messages : undefined), timeOf),
      `${path}.messages`,
      (message) => {
        const type = labelOf(message.type) ?? 'Default';
        const isNotice = !WRITTEN.has(type);
        const text = textOf(message.content) ?? (isNotice ? type : '');
        const attachments = fileNames(message.attachments, 'fileName', 'url');
        if (text === '' && attachments.length === 0) return undefined;
        const author = recordOf(message.author);
        const name = textOf(author.nickname) ?? textOf(author.name);
        return {
          text,
          kind: isNotice ? 'system' : author.isBot === true ? 'bot' : undefined,
          isEdited: textOf(message.timestampEdited) !== undefined,
          attachments,
          speaker: name ?? labelOf(author.id),
          aliases: [author.isBot === true ? 'bot' : undefined],
          at: timeOf(message),
          name,
        };
      },
      { channel: 'chat' },
    ),
};

function timeOf(message: Record<string, unknown>): string | undefined {
  return instantOf(message.timestamp);
}
