/** Facebook Messenger and Instagram: `message_1.json` of a chat in a personal data download. The newest message comes first. */
import { isRecord } from '../expect-input.ts';
import { instantOfMs } from '../instant.ts';
import {
  fileNames,
  firstRecord,
  oldestFirst,
  readItems,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const FILES = ['photos', 'videos', 'audio_files', 'files', 'gifs'];

export const messenger: VendorFormat = {
  marks: ['messages', 'sender_name', 'timestamp_ms', 'thread_path', 'is_still_participant'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value.messages) : undefined;
    return message !== undefined && 'sender_name' in message && 'timestamp_ms' in message;
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(isRecord(value) ? value.messages : undefined), timeOf),
      `${path}.messages`,
      (message) => {
        const text = decoded(textOf(message.content));
        const attachments = FILES.flatMap((field) => fileNames(message[field], 'uri'));
        const isDeleted = message.is_unsent === true;
        if (text === undefined && attachments.length === 0 && !isDeleted) return undefined; // Stickers have no words.
        const name = decoded(textOf(message.sender_name));
        return {
          text: text ?? '',
          kind: isDeleted ? 'deleted' : undefined,
          attachments: isDeleted ? [] : attachments,
          speaker: name,
          at: timeOf(message),
          name,
        };
      },
      { channel: 'chat' },
    ),
};

function timeOf(message: Record<string, unknown>): string | undefined {
  return instantOfMs(message.timestamp_ms);
}

/** The download writes each byte of UTF-8 as a separate character: "CafÃ©" is "Café". */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || !/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  const words = Buffer.from(text, 'latin1').toString('utf8');
  return words.includes('\ufffd') ? text : words;
}
