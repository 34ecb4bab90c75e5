/** Aircall: `GET /v1/calls/{id}/transcription`, or the webhook `transcription.created` with the same data in `data`. Times are seconds. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { firstRecord, labelOf, readItems, recordOf, secondsOf, type VendorFormat } from './vendor-format.ts';

export const aircall: VendorFormat = {
  marks: ['transcription', 'utterances', 'participant_type', 'call_created_at', 'phone_number'],
  is(value) {
    const utterance = firstRecord(recordOf(transcriptionOf(value).content).utterances);
    return utterance !== undefined && 'participant_type' in utterance;
  },
  read(value, path) {
    const transcription = transcriptionOf(value);
    return readItems(
      recordOf(transcription.content).utterances,
      `${path}.content.utterances`,
      (utterance, here) => {
        const isCustomer = utterance.participant_type === 'external';
        const id = labelOf(utterance.user_id) ?? labelOf(utterance.phone_number);
        const role = isCustomer ? 'customer' : 'agent';
        return {
          text: expectText(utterance.text, `${here}.text`),
          speaker: id === undefined ? role : `${role} ${id}`,
          side: role,
          kind: transcription.type === 'voicemail' ? 'voicemail' : undefined,
          startSeconds: secondsOf(utterance.start_time),
          endSeconds: secondsOf(utterance.end_time),
        };
      },
      { channel: 'call', occurredAt: instantOf(transcription.call_created_at) },
    );
  },
};

function transcriptionOf(value: unknown): Record<string, unknown> {
  const outer = recordOf(value);
  return [outer.transcription, outer.data].find(isRecord) ?? outer;
}
