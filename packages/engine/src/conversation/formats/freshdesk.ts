/** Freshdesk: `GET /api/v2/tickets/{id}?include=conversations,requester`. Private notes are not visible to the customer. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  fileNames,
  firstRecord,
  joinParts,
  labelOf,
  recordOf,
  sideOfDirection,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

/** The maximum that the API embeds in a ticket. */
const MOST_EMBEDDED = 10;

export const freshdesk: VendorFormat = {
  marks: ['conversations', 'body_text', 'incoming', 'description_text', 'from_email'],
  is(value) {
    const reply = firstRecord(isRecord(value) ? value.conversations : value);
    return reply !== undefined && 'body_text' in reply && 'incoming' in reply;
  },
  read(value, path) {
    const ticket = isRecord(value) ? value : { conversations: value };
    const requester = recordOf(ticket.requester);
    const [name, email] = [textOf(requester.name), textOf(requester.email)];
    const customer = { speaker: name ?? email ?? 'customer', name, email };
    const opening = textOf(ticket.description_text);
    const list = Array.isArray(ticket.conversations) ? ticket.conversations : [];
    const replies = list.flatMap((item, index): VendorPart[] => {
      const here = `${path}.conversations[${index}]`;
      const reply = expectRecord(item, here);
      const isIncoming = reply.incoming === true;
      const from = textOf(reply.from_email);
      const agent = {
        speaker: from ?? labelOf(reply.user_id) ?? (reply.incoming === false ? 'agent' : undefined),
        email: from,
      };
      return [
        writtenPart(expectText(reply.body_text, `${here}.body_text`), {
          ...(isIncoming ? customer : agent),
          kind: reply.private === true ? 'note' : undefined,
          attachments: fileNames(reply.attachments, 'name'),
          aliases: typeof reply.incoming === 'boolean' ? [sideOfDirection(isIncoming)] : [],
          at: instantOf(reply.created_at),
        }),
      ];
    });
    const isCut = isRecord(value) && list.length === MOST_EMBEDDED;
    return joinParts(
      [...(opening === undefined ? [] : [writtenPart(opening, { ...customer, aliases: ['customer'] })]), ...replies],
      {
        occurredAt: instantOf(ticket.created_at),
        warnings: isCut
          ? [
              `Freshdesk puts at most ${MOST_EMBEDDED} replies into a ticket, and there are ${MOST_EMBEDDED}: later ones may be missing. Send the list of GET /api/v2/tickets/{id}/conversations.`,
            ]
          : [],
      },
    );
  },
};
