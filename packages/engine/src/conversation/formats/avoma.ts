/** Avoma: `GET /v1/transcriptions/{uuid}/`: `transcript` with `speaker_id`, `speakers` with names. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { byId, firstRecord, labelOf, readItems, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const avoma: VendorFormat = {
  marks: ['speakers', 'is_rep', 'timestamps', 'transcription_vtt_url', 'meeting_uuid'],
  is(value) {
    const item = isRecord(value) ? firstRecord(value.transcript) : undefined;
    return item !== undefined && 'speaker_id' in item && 'transcript' in item;
  },
  read(value, path) {
    const answer = expectRecord(value, path);
    const speakers = byId(answer.speakers);
    return readItems(
      answer.transcript,
      `${path}.transcript`,
      (item, here) => {
        const id = labelOf(item.speaker_id);
        const speaker = speakers.get(id ?? '');
        const [name, email] = [textOf(speaker?.name), textOf(speaker?.email)];
        const times = Array.isArray(item.timestamps) ? item.timestamps : [];
        return {
          text: expectText(item.transcript, `${here}.transcript`),
          speaker: name ?? email ?? id,
          aliases: [speaker === undefined ? undefined : speaker.is_rep === true ? 'agent' : 'customer', email],
          startSeconds: secondsOf(times[0]),
          endSeconds: secondsOf(times.at(-1)),
          name,
          email,
        };
      },
      { channel: 'call', occurredAt: instantOf(answer.start_at) },
    );
  },
};
