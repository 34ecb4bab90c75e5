/** Synthflow: the webhook after a call, or `GET /v2/calls/{id}`. The transcript is one text of `bot:` and `human:` lines. */
import { inputFault, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { findLabelledTurns } from '../labelled-text.ts';
import { readPlainTurns } from '../plain-text.ts';
import { recordOf, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const synthflow: VendorFormat = {
  marks: ['call', 'lead', 'executed_actions', 'end_call_reason', 'model_id', 'transcript'],
  is: (value) => callsIn(value).some(isCall),
  read(value, path) {
    const calls = callsIn(value);
    if (calls.length > 1) throw inputFault(path, `holds ${calls.length} calls: send a run for each`);
    const [call = {}] = calls;
    const text = textOf(call.transcript) ?? '';
    const turns = findLabelledTurns(text) ?? readPlainTurns(text);
    const aliases = new Map([
      ['bot', ['bot']],
      ['human', ['customer']],
    ]);
    return { text, turns, aliases, channel: 'call', occurredAt: instantOf(call.start_time) };
  },
};

function callsIn(value: unknown): Record<string, unknown>[] {
  const { call, response } = recordOf(value);
  return isRecord(call) ? [call] : recordsOf(recordOf(response).calls);
}

function isCall(call: Record<string, unknown>): boolean {
  return 'call_id' in call && 'end_call_reason' in call && /^\s{0,8}(?:bot|human):/.test(textOf(call.transcript) ?? '');
}
