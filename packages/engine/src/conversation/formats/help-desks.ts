/** Threads of help desks: Zendesk, Intercom, Freshdesk, Front and HubSpot. Internal notes are not part of the conversation. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { freshSpans } from '../fresh-spans.ts';
import { htmlText } from './html-text.ts';
import {
  firstRecord,
  joinParts,
  labelOf,
  readItems,
  sideOfDirection,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

/** `GET /api/v2/tickets/{id}/comments?include=users`. */
export const zendesk: VendorFormat = {
  marks: ['comments', 'author_id', 'html_body', 'plain_body', 'audit_id', 'via'],
  is(value) {
    const comment = isRecord(value) ? firstRecord(value.comments) : undefined;
    return comment !== undefined && 'author_id' in comment && ('body' in comment || 'plain_body' in comment);
  },
  read(value, path) {
    const answer = expectRecord(value, path);
    const users = new Map(
      (Array.isArray(answer.users) ? answer.users.filter(isRecord) : []).map((user) => [labelOf(user.id), user]),
    );
    return readItems(answer.comments, `${path}.comments`, (comment, here) => {
      if (comment.public === false) return undefined;
      const user = users.get(labelOf(comment.author_id));
      const role = textOf(user?.role);
      return written(expectText(comment.plain_body ?? comment.body, `${here}.body`), {
        speaker: textOf(user?.name) ?? labelOf(comment.author_id),
        aliases: [role === 'end-user' ? 'customer' : role === undefined ? undefined : 'agent', textOf(user?.email)],
      });
    });
  },
};

const INTERCOM_SIDES: Readonly<Record<string, string>> = {
  user: 'customer',
  lead: 'customer',
  contact: 'customer',
  admin: 'agent',
  team: 'agent',
  bot: 'bot',
};

/** `GET /conversations/{id}`. */
export const intercom: VendorFormat = {
  marks: ['conversation_parts', 'part_type', 'source', 'author'],
  is: (value) =>
    isRecord(value) && isRecord(value.conversation_parts) && Array.isArray(value.conversation_parts.conversation_parts),
  read(value, path) {
    const conversation = expectRecord(value, path);
    const parts = expectRecord(conversation.conversation_parts, `${path}.conversation_parts`).conversation_parts;
    const all = [conversation.source, ...(Array.isArray(parts) ? parts : [])].filter(isRecord);
    return joinParts(
      all.flatMap((part): VendorPart[] => {
        const body = textOf(part.body);
        if (body === undefined || part.part_type === 'note') return [];
        const author = isRecord(part.author) ? part.author : {};
        const type = textOf(author.type);
        return [
          {
            text: htmlText(body),
            speaker: textOf(author.name) ?? textOf(author.email) ?? type,
            aliases: [type === undefined ? undefined : INTERCOM_SIDES[type], textOf(author.email)],
          },
        ];
      }),
    );
  },
};

/** `GET /api/v2/tickets/{id}?include=conversations,requester`. */
export const freshdesk: VendorFormat = {
  marks: ['conversations', 'body_text', 'incoming', 'description_text', 'from_email'],
  is(value) {
    const reply = firstRecord(isRecord(value) ? value.conversations : value);
    return reply !== undefined && 'body_text' in reply && 'incoming' in reply;
  },
  read(value, path) {
    const ticket = isRecord(value) ? value : { conversations: value };
    const requester = isRecord(ticket.requester) ? ticket.requester : {};
    const customer = textOf(requester.name) ?? textOf(requester.email) ?? 'customer';
    const opening = textOf(ticket.description_text);
    const replies = (Array.isArray(ticket.conversations) ? ticket.conversations : []).flatMap(
      (item, index): VendorPart[] => {
        const here = `${path}.conversations[${index}]`;
        const reply = expectRecord(item, here);
        if (reply.private === true) return [];
        const isIncoming = reply.incoming === true;
        const name = textOf(reply.from_email) ?? labelOf(reply.user_id);
        const speaker = isIncoming ? customer : (name ?? 'agent');
        return [
          written(expectText(reply.body_text, `${here}.body_text`), {
            speaker,
            aliases: [sideOfDirection(isIncoming)],
          }),
        ];
      },
    );
    return joinParts([
      ...(opening === undefined ? [] : [written(opening, { speaker: customer, aliases: ['customer'] })]),
      ...replies,
    ]);
  },
};

/** `GET /conversations/{id}/messages`. */
export const front: VendorFormat = {
  marks: ['_results', 'is_inbound', 'recipients', 'blurb'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value._results) : undefined;
    return message !== undefined && 'is_inbound' in message;
  },
  read(value, path) {
    // Newest first in the API.
    const results = expectRecord(value, path)._results;
    const messages = Array.isArray(results) ? [...results] : [];
    const times = messages.map((message) => (isRecord(message) ? Number(message.created_at) : Number.NaN));
    if ((times[0] ?? 0) > (times.at(-1) ?? 0)) messages.reverse();
    return readItems(messages, `${path}._results`, (message, here) => {
      const isInbound = message.is_inbound === true;
      const author = isRecord(message.author) ? message.author : {};
      const names = [textOf(author.first_name), textOf(author.last_name)].filter((name) => name !== undefined);
      const from = (Array.isArray(message.recipients) ? message.recipients.filter(isRecord) : []).find(
        ({ role }) => role === 'from',
      );
      const text = textOf(message.text) ?? htmlText(expectText(message.body, `${here}.body`));
      const name =
        names.length > 0 ? names.join(' ') : (textOf(author.email) ?? textOf(from?.name) ?? textOf(from?.handle));
      return written(text, {
        speaker: name ?? sideOfDirection(isInbound),
        aliases: [sideOfDirection(isInbound), textOf(from?.handle)],
      });
    });
  },
};

/** `GET /conversations/v3/conversations/threads/{threadId}/messages`. */
export const hubspot: VendorFormat = {
  marks: ['results', 'senders', 'actorId', 'direction', 'truncationStatus'],
  is(value) {
    const list = isRecord(value) && Array.isArray(value.results) ? value.results.filter(isRecord) : [];
    return list.some((message) => 'senders' in message && 'direction' in message);
  },
  read(value, path) {
    return readItems(expectRecord(value, path).results, `${path}.results`, (message, here) => {
      if (message.type !== 'MESSAGE') return undefined; // Comments of colleagues and changes of status.
      const sender = firstRecord(message.senders);
      const isIncoming = message.direction === 'INCOMING';
      return written(expectText(message.text, `${here}.text`), {
        speaker: textOf(sender?.name) ?? labelOf(sender?.actorId) ?? sideOfDirection(isIncoming),
        aliases: [sideOfDirection(isIncoming)],
      });
    });
  },
};

/** What was written in this message, without the mails that it quotes. */
function written(text: string, by: Pick<VendorPart, 'speaker' | 'aliases'>): VendorPart {
  const spans = freshSpans(text);
  return { text, ...by, ...(spans.length > 0 && { spans }) };
}
