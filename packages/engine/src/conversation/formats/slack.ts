/** A channel's day in a Slack export: messages of people and bots; joins, topics and other notices are passed over. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { firstRecord, readItems, recordOf, textOf, type VendorFormat } from './vendor-format.ts';

const SPOKEN_SUBTYPES = new Set(['bot_message', 'me_message', 'file_share', 'thread_broadcast']);

export const slack: VendorFormat = {
  marks: ['client_msg_id', 'user_profile', 'ts', 'subtype', 'thread_ts'],
  is(value) {
    const message = firstRecord(listOf(value));
    return message !== undefined && message.type === 'message' && typeof message.ts === 'string' && 'text' in message;
  },
  read: (value, path) =>
    readItems(
      listOf(value),
      path,
      (message, here) => {
        if (message.subtype !== undefined && !SPOKEN_SUBTYPES.has(String(message.subtype))) return undefined;
        const profile = recordOf(message.user_profile);
        const name = textOf(profile.real_name) ?? textOf(profile.display_name) ?? textOf(message.username);
        return {
          text: expectText(message.text, `${here}.text`),
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
