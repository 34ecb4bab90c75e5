/** Retell: the call, or the webhook that wraps it. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOfMs } from '../instant.ts';
import { readItems, recordsOf, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const retell: VendorFormat = {
  marks: ['transcript_object', 'transcript_with_tool_calls', 'call_status', 'disconnection_reason'],
  is: (value) => Array.isArray(callOf(value)?.transcript_object),
  read(value, path) {
    const call = expectRecord(callOf(value), path);
    const name = textOf(call.agent_name);
    return readItems(
      call.transcript_object,
      `${path}.transcript_object`,
      (item, here) => {
        const words = recordsOf(item.words);
        const role = textOf(item.role);
        return {
          text: expectText(item.content, `${here}.content`),
          speaker: role,
          kind: role === 'agent' ? 'bot' : undefined,
          startSeconds: secondsOf(words[0]?.start),
          endSeconds: secondsOf(words.at(-1)?.end),
          name: role === 'agent' ? name : undefined,
        };
      },
      { channel: 'call', occurredAt: instantOfMs(call.start_timestamp) },
    );
  },
};

function callOf(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  return isRecord(value.call) ? value.call : value;
}
