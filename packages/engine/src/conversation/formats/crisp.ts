/** Crisp: `GET /v1/website/{website_id}/conversation/{session_id}/messages`. Notes, files and events are left out. */
import { isRecord } from '../expect-input.ts';
import { instantOfMs } from '../instant.ts';
import {
  firstRecord,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const crisp: VendorFormat = {
  marks: ['fingerprint', 'session_id', 'website_id', 'nickname', 'origin', 'stamped'],
  is(value) {
    const message = firstRecord(messagesOf(value));
    return message !== undefined && 'fingerprint' in message && 'from' in message && 'content' in message;
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(messagesOf(value)), ({ timestamp }) => instantOfMs(timestamp)),
      path,
      (message) => {
        const text = message.type === 'text' ? textOf(message.content) : undefined;
        if (text === undefined) return undefined;
        const role = message.from === 'user' ? 'customer' : 'agent';
        const name = textOf(recordOf(message.user).nickname);
        return { text, speaker: name ?? role, aliases: [role], at: instantOfMs(message.timestamp), name };
      },
      { channel: 'chat' },
    ),
};

function messagesOf(value: unknown): unknown {
  return isRecord(value) ? value.data : value;
}
