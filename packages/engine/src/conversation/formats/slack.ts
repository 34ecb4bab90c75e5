/**
 * A day of a channel in a Slack export: messages of people and bots, joins, topics and other notices; an event of the API may contain the
 * new version of a message.
 */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import { fileNames, firstRecord, readItems, recordOf, textOf, type VendorFormat } from './vendor-format.ts';

const SPOKEN_SUBTYPES = new Set(['bot_message', 'me_message', 'file_share', 'thread_broadcast']);

export const slack: VendorFormat = {
  marks: ['client_msg_id', 'user_profile', 'ts', 'subtype', 'thread_ts'],
  is(value) {
    const message = firstRecord(listOf(value));
    return message !== undefined && message.type === 'message' && typeof message.ts === 'string' && 'text' in message;
  },
  read: (value, path) =>
    readItems(
      lastVersions(listOf(value)),
      path,
      (message, here) => {
        const profile = recordOf(message.user_profile);
        const name = textOf(profile.real_name) ?? textOf(profile.display_name) ?? textOf(message.username);
        return {
          text: expectText(message.text ?? '', `${here}.text`),
          kind: kindOf(message),
          isEdited: isRecord(message.edited),
          attachments: fileNames(message.files, 'name', 'title'),
          speaker: name ?? textOf(message.user),
          at: instantOfSeconds(message.ts),
          name,
        };
      },
      { channel: 'chat' },
    ),
};

/** An export's file is a list; the API wraps it in `messages`. */
function listOf(value: unknown): unknown {
  return isRecord(value) ? value.messages : value;
}

function kindOf({ subtype, bot_id, text }: Record<string, unknown>): TurnKind | undefined {
  if (subtype === 'tombstone' || subtype === 'message_deleted') return 'deleted';
  if (subtype !== undefined && !SPOKEN_SUBTYPES.has(String(subtype))) return 'system';
  if (textOf(text) === undefined) return 'attachment';
  return subtype === 'bot_message' || bot_id !== undefined ? 'bot' : undefined;
}

/** If the log has events: a change replaces the message with its time, and a deletion removes it. */
function lastVersions(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const events = list.filter(isRecord);
  const changed = new Map(
    events.flatMap(({ subtype, message }) =>
      subtype === 'message_changed' && isRecord(message) ? [[message.ts, message] as const] : [],
    ),
  );
  const deleted = new Set(
    events.flatMap(({ subtype, deleted_ts }) => (subtype === 'message_deleted' ? deleted_ts : [])),
  );
  return list
    .filter((item) => !isRecord(item) || item.subtype !== 'message_changed')
    .filter((item) => !isRecord(item) || item.subtype !== undefined || !deleted.has(item.ts))
    .map((item) => (isRecord(item) ? (changed.get(item.ts) ?? item) : item));
}
