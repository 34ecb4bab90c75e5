/** Drift: `GET /conversations/{id}/messages`. Notes and prompts are for the team. */
import { isRecord } from '../expect-input.ts';
import { instantOfMs } from '../instant.ts';
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

export const drift: VendorFormat = {
  marks: ['data', 'messages', 'conversationId', 'orgId', 'author', 'createdAt', 'private_note'],
  is(value) {
    const message = firstRecord(messagesOf(value));
    return message !== undefined && 'conversationId' in message && 'body' in message && isRecord(message.author);
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(messagesOf(value)), timeOf),
      `${path}.data.messages`,
      (message) => {
        const text = htmlText(textOf(message.body) ?? '');
        if (text.trim() === '') return undefined;
        const type = textOf(message.type) ?? 'chat';
        const author = recordOf(message.author);
        const role = author.bot === true ? 'bot' : author.type === 'contact' ? 'customer' : 'agent';
        return {
          text,
          kind: type === 'private_note' ? 'note' : type !== 'chat' ? 'system' : role === 'bot' ? 'bot' : undefined,
          attachments: fileNames(message.attachments, 'fileName', 'name'),
          speaker: `${role} ${labelOf(author.id) ?? ''}`.trim(),
          aliases: [role],
          at: timeOf(message),
        };
      },
      { channel: 'chat' },
    ),
};

function messagesOf(value: unknown): unknown {
  const { data } = recordOf(value);
  return recordOf(data).messages;
}

function timeOf(message: Record<string, unknown>): string | undefined {
  return instantOfMs(message.createdAt);
}
