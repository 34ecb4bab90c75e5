/** Bland: `GET /v1/calls/{call_id}` with `transcripts`. Announcements of the phone system (`robot`) are not speech of either side. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { earliest, instantOf } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import { firstRecord, readItems, recordsOf, secondsSince, textOf, type VendorFormat } from './vendor-format.ts';

/** Announcements of the phone system, and instructions to the agent. */
const KINDS: Readonly<Record<string, TurnKind>> = {
  robot: 'system',
  'agent-action': 'system',
  system: 'system',
  assistant: 'bot',
};

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
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: role,
          kind: KINDS[role ?? ''],
          startSeconds: secondsSince(begin, instantOf(item.created_at)),
        };
      },
      { channel: 'call', occurredAt: begin ?? instantOf(call.created_at) },
    );
  },
};
