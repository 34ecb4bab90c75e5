/** Freshchat: `GET /v2/conversations/{conversation_id}/messages`, the newest first. Private messages are notes. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import {
  byId,
  fileNames,
  firstRecord,
  fullName,
  labelOf,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const freshchat: VendorFormat = {
  marks: ['messages', 'message_parts', 'actor_type', 'actor_id', 'message_type', 'channel_id'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value.messages) : undefined;
    return message !== undefined && Array.isArray(message.message_parts) && 'actor_type' in message;
  },
  read(value, path) {
    const answer = expectRecord(value, path);
    const people = new Map([...byId(answer.users), ...byId(answer.agents)]);
    const messages = oldestFirst(recordsOf(answer.messages), ({ created_time }) => instantOf(created_time));
    return readItems(
      messages,
      `${path}.messages`,
      (message) => {
        const texts = recordsOf(message.message_parts).flatMap((part) => textOf(recordOf(part.text).content) ?? []);
        const type = textOf(message.actor_type);
        const files = recordsOf(message.message_parts).flatMap(({ image, file }) => [image, file].filter(isRecord));
        if (texts.length === 0 && files.length === 0) return undefined;
        const person = people.get(labelOf(message.actor_id) ?? '');
        const name = fullName(person?.first_name, person?.last_name);
        return {
          text: texts.join('\n'),
          kind: kindOf(message),
          attachments: fileNames(files, 'name', 'url'),
          speaker: name ?? labelOf(message.actor_id) ?? type,
          aliases: [type === 'user' ? 'customer' : type],
          at: instantOf(message.created_time),
          name,
          email: textOf(person?.email),
        };
      },
      { channel: 'chat' },
    );
  },
};

function kindOf({ message_type, actor_type }: Record<string, unknown>): TurnKind | undefined {
  if (message_type === 'private') return 'note';
  if (message_type === 'system' || actor_type === 'system') return 'system';
  return actor_type === 'bot' ? 'bot' : undefined;
}
