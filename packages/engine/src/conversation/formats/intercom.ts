/** Intercom: `GET /conversations/{id}`. Notes, assignments and the like are not speech. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import { htmlText } from './html-text.ts';
import {
  fileNames,
  joinParts,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

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
        const author = recordOf(part.author);
        const type = textOf(author.type);
        const [name, email] = [textOf(author.name), textOf(author.email)];
        return [
          {
            text: htmlText(textOf(part.body) ?? '') || eventOf(part),
            kind: kindOf(part),
            attachments: fileNames(part.attachments, 'name', 'url'),
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

/** A part without text describes an action: an assignment, with the new assignee; a closed conversation. */
function eventOf({ part_type: type, assigned_to: to }: Record<string, unknown>): string {
  const name = textOf(recordOf(to).name);
  return [textOf(type)?.replaceAll('_', ' '), name].filter((word) => word !== undefined).join(': ');
}

function kindOf(part: Record<string, unknown>): TurnKind | undefined {
  if (part.redacted === true) return 'deleted';
  if (/^note/.test(String(part.part_type))) return 'note';
  const isEmpty = htmlText(textOf(part.body) ?? '').trim() === '';
  if (isEmpty) return recordsOf(part.attachments).length > 0 ? 'attachment' : 'system';
  return recordOf(part.author).type === 'bot' ? 'bot' : undefined;
}
