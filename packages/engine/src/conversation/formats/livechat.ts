/** LiveChat (text.com): a chat of `get_chat`, an item of `list_archives`, or a webhook; `users` has the roles, `thread.events` the messages. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import {
  byId,
  joinParts,
  labelOf,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

export const livechat: VendorFormat = {
  marks: ['thread', 'threads', 'events', 'author_id', 'users', 'properties', 'present'],
  is: (value) => chatOf(value) !== undefined,
  read(value, path) {
    const chat = expectRecord(chatOf(value), path);
    const users = byId(chat.users);
    const threads = threadsOf(chat);
    const parts = threads
      .flatMap((thread) => recordsOf(thread.events))
      .flatMap((event): VendorPart[] => {
        const isMessage = event.type === 'message';
        const file = event.type === 'file' ? (textOf(event.name) ?? textOf(event.url)) : undefined;
        const notice = event.type === 'system_message' ? textOf(event.text) : undefined;
        // Forms and rich messages contain no text of their author.
        if (!isMessage && file === undefined && notice === undefined) return [];
        const id = labelOf(event.author_id);
        const user = users.get(id ?? '');
        const [name, email] = [textOf(user?.name), textOf(user?.email)];
        return [
          {
            text: isMessage ? expectText(event.text, `${path}.thread.events[].text`) : (notice ?? file ?? ''),
            kind: kindOf(event, user),
            speaker: name ?? id,
            aliases: [textOf(user?.type), email],
            at: instantOf(event.created_at),
            name,
            email,
          },
        ];
      });
    return joinParts(parts, { channel: 'chat', occurredAt: instantOf(threads[0]?.created_at) });
  },
};

function chatOf(value: unknown): Record<string, unknown> | undefined {
  const inner = recordOf(recordOf(value).payload).chat ?? recordOf(value).chat ?? value;
  if (!isRecord(inner) || !Array.isArray(inner.users)) return undefined;
  const events = threadsOf(inner).flatMap((thread) => recordsOf(thread.events));
  return events.some((event) => 'author_id' in event && 'type' in event) ? inner : undefined;
}

function threadsOf(chat: Record<string, unknown>): Record<string, unknown>[] {
  return isRecord(chat.thread) ? [chat.thread] : recordsOf(chat.threads);
}

/** Events visible only to agents are notes. */
function kindOf(event: Record<string, unknown>, user: Record<string, unknown> | undefined): TurnKind | undefined {
  if (event.type === 'system_message') return 'system';
  if ((event.visibility ?? event.recipients) === 'agents') return 'note';
  if (event.type === 'file') return 'attachment';
  return user?.type === 'bot' ? 'bot' : undefined;
}
