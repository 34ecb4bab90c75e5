/** Chorus (ZoomInfo): `GET /api/v1/conversations/{id}?fields=recording.utterances,participants,recording.start_time`. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  endOf,
  firstRecord,
  labelOf,
  readItems,
  recordOf,
  secondsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = { rep: 'agent', cust: 'customer', customer: 'customer' };

export const chorus: VendorFormat = {
  marks: ['utterances', 'snippet', 'snippet_time', 'speaker_type', 'recording'],
  is: (value) => 'snippet' in (firstRecord(recordingOf(value)?.utterances) ?? {}),
  read: (value, path) =>
    readItems(
      recordingOf(value)?.utterances,
      `${path}.recording.utterances`,
      (item, here) => {
        const start = secondsOf(item.snippet_time);
        const name = textOf(item.speaker_name);
        return {
          text: expectText(item.snippet, `${here}.snippet`),
          speaker: name ?? labelOf(item.speaker_id),
          aliases: [SIDES[String(item.speaker_type).toLowerCase()]],
          startSeconds: start,
          endSeconds: endOf(start, secondsOf(item.snippet_length)),
          at: instantOf(item.date_time),
          name,
        };
      },
      { channel: 'call', occurredAt: instantOf(recordingOf(value)?.start_time) },
    ),
};

/** The answer is JSON:API: `data.attributes.recording`. */
function recordingOf(value: unknown): Record<string, unknown> | undefined {
  const data = isRecord(value) && isRecord(value.data) ? value.data : recordOf(value);
  const attributes = isRecord(data.attributes) ? data.attributes : data;
  return isRecord(attributes.recording) ? attributes.recording : undefined;
}
