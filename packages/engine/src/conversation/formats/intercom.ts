/** Intercom: `GET /conversations/{id}`. Notes are not part of the conversation. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { htmlText } from './html-text.ts';
import { joinParts, recordOf, recordsOf, textOf, type VendorFormat, type VendorPart } from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = {
  user: 'customer',
  lead: 'customer',
  contact: 'customer',
  admin: 'agent',
  team: 'agent',
  bot: 'bot',
};

export const intercom: VendorFormat = {
  marks: ['conversation_parts', 'part_type', 'source', 'author'],
  is: (value) =>
    isRecord(value) && isRecord(value.conversation_parts) && Array.isArray(value.conversation_parts.conversation_parts),
  read(value, path) {
    const conversation = expectRecord(value, path);
    const parts = recordsOf(recordOf(conversation.conversation_parts).conversation_parts);
    const all = isRecord(conversation.source) ? [conversation.source, ...parts] : parts;
    return joinParts(
      all.flatMap((part): VendorPart[] => {
        const body = textOf(part.body);
        if (body === undefined || part.part_type === 'note') return [];
        const author = recordOf(part.author);
        const type = textOf(author.type);
        const [name, email] = [textOf(author.name), textOf(author.email)];
        return [
          {
            text: htmlText(body),
            speaker: name ?? email ?? type,
            aliases: [type === undefined ? undefined : SIDES[type], email],
            at: instantOfSeconds(part.created_at),
            name,
            email,
          },
        ];
      }),
      { occurredAt: instantOfSeconds(conversation.created_at) },
    );
  },
};
