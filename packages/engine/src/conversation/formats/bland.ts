/** Bland: `GET /v1/calls/{call_id}` with `transcripts`. What the phone system says (`robot`) is not speech of either side. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { earliest, instantOf } from '../instant.ts';
import { firstRecord, readItems, recordsOf, secondsSince, textOf, type VendorFormat } from './vendor-format.ts';

const NOT_SPEECH = new Set(['robot', 'agent-action', 'system']);

export const bland: VendorFormat = {
  marks: ['transcripts', 'concatenated_transcript', 'call_length', 'answered_by', 'c_id', 'corrected_duration'],
  is(value) {
    const item = isRecord(value) ? firstRecord(value.transcripts) : undefined;
    return item !== undefined && 'user' in item && 'text' in item;
  },
  read(value, path) {
    const call = expectRecord(value, path);
    const begin =
      instantOf(call.started_at) ??
      earliest(recordsOf(call.transcripts).map(({ created_at }) => instantOf(created_at)));
    return readItems(
      call.transcripts,
      `${path}.transcripts`,
      (item, here) => {
        const role = textOf(item.user);
        if (role !== undefined && NOT_SPEECH.has(role)) return undefined;
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: role,
          startSeconds: secondsSince(begin, instantOf(item.created_at)),
        };
      },
      { channel: 'call', occurredAt: begin ?? instantOf(call.created_at) },
    );
  },
};
