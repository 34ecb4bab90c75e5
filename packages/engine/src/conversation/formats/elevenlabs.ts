/** ElevenLabs agents: the conversation, or the webhook after the call. Tool calls have no message. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { firstRecord, readItems, recordOf, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const elevenlabs: VendorFormat = {
  marks: ['time_in_call_secs', 'agent_id', 'tool_calls', 'tool_results'],
  is: (value) => turnsOf(value) !== undefined,
  read(value, path) {
    const call = callOf(value);
    const name = textOf(call.agent_name);
    return readItems(
      turnsOf(value),
      path,
      (item, here) =>
        item.message === undefined || item.message === null
          ? undefined
          : {
              text: expectText(item.message, `${here}.message`),
              speaker: textOf(item.role),
              kind: item.role === 'agent' ? 'bot' : undefined,
              startSeconds: secondsOf(item.time_in_call_secs),
              name: item.role === 'agent' ? name : undefined,
            },
      { channel: 'call', occurredAt: instantOfSeconds(recordOf(call.metadata).start_time_unix_secs) },
    );
  },
};

function callOf(value: unknown): Record<string, unknown> {
  return isRecord(value) && isRecord(value.data) ? value.data : recordOf(value);
}

function turnsOf(value: unknown): unknown[] | undefined {
  const list = callOf(value).transcript;
  const first = firstRecord(list);
  const isTurn = first !== undefined && 'role' in first && 'time_in_call_secs' in first;
  return isTurn && Array.isArray(list) ? list : undefined;
}
