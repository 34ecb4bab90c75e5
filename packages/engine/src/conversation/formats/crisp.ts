/** Crisp: `GET /v1/website/{website_id}/conversation/{session_id}/messages`. Notes are for colleagues. */
import { isRecord } from '../expect-input.ts';
import { instantOfMs } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import {
  firstRecord,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const KINDS: Readonly<Record<string, TurnKind>> = {
  note: 'note',
  file: 'attachment',
  audio: 'attachment',
  event: 'system',
};

export const crisp: VendorFormat = {
  marks: ['fingerprint', 'session_id', 'website_id', 'nickname', 'origin', 'stamped'],
  is(value) {
    const message = firstRecord(messagesOf(value));
    const isOwn = message !== undefined && ('fingerprint' in message || 'website_id' in message);
    return isOwn && 'from' in message && 'content' in message;
  },
  read: (value, path) =>
    readItems(
      oldestFirst(recordsOf(messagesOf(value)), ({ timestamp }) => instantOfMs(timestamp)),
      path,
      (message) => {
        const { type, content } = message;
        const file = textOf(recordOf(content).name) ?? textOf(recordOf(content).url);
        const text = textOf(content) ?? (type === 'event' ? textOf(recordOf(content).namespace) : file);
        const kind = KINDS[String(type)];
        if (text === undefined || (type !== 'text' && kind === undefined)) return undefined;
        const role = message.from === 'user' ? 'customer' : 'agent';
        const name = textOf(recordOf(message.user).nickname);
        const isBot = message.automated === true;
        return {
          text,
          kind: kind ?? (isBot ? 'bot' : undefined),
          isEdited: message.edited === true,
          speaker: isBot && name === undefined ? 'bot' : (name ?? role),
          aliases: [role],
          at: instantOfMs(message.timestamp),
          name,
        };
      },
      { channel: 'chat' },
    ),
};

function messagesOf(value: unknown): unknown {
  return isRecord(value) ? value.data : value;
}
