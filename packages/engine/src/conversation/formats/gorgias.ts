/** Gorgias: `GET /api/tickets/{id}` with its `messages`, or `GET /api/tickets/{id}/messages`. Internal notes have `public: false`. */
import type { Channel } from '../conversation.ts';
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import { fileNames, firstRecord, labelOf, readItems, recordOf, textOf, type VendorFormat } from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

const CHANNELS: Readonly<Record<string, Channel>> = {
  email: 'email',
  chat: 'chat',
  phone: 'call',
  sms: 'chat',
  whatsapp: 'chat',
};

export const gorgias: VendorFormat = {
  marks: ['messages', 'from_agent', 'stripped_text', 'body_text', 'created_datetime', 'via'],
  is(value) {
    const message = firstRecord(messagesOf(value));
    return message !== undefined && 'from_agent' in message && ('body_text' in message || 'stripped_text' in message);
  },
  read: (value, path) =>
    readItems(
      messagesOf(value),
      path,
      (message) => {
        const text =
          textOf(message.body_text) ?? textOf(message.stripped_text) ?? htmlText(textOf(message.body_html) ?? '');
        const attachments = fileNames(message.attachments, 'name', 'url');
        if (text.trim() === '' && attachments.length === 0) return undefined;
        const isNote = message.public === false || message.channel === 'internal-note';
        const sender = recordOf(message.sender);
        const role = message.from_agent === true ? 'agent' : 'customer';
        const [name, email] = [textOf(sender.name), textOf(sender.email)];
        return writtenPart(text, {
          kind: isNote ? 'note' : undefined,
          attachments,
          speaker: name ?? email ?? labelOf(sender.id) ?? role,
          aliases: [role, email],
          at: zoned(message.created_datetime),
          name,
          email,
        });
      },
      { channel: CHANNELS[String(recordOf(value).channel)] },
    ),
};

/** The API writes `2025-03-03T10:00:00.123456` with or without a zone; its documentation says that it is UTC. */
function zoned(value: unknown): string | undefined {
  return instantOf(value) ?? (typeof value === 'string' ? instantOf(`${value}Z`) : undefined);
}

function messagesOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return value.messages ?? value.data;
}
