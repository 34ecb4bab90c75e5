/** Fireflies.ai: the `sentences` of the GraphQL API, or the JSON that its web app downloads. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf, instantOfMs } from '../instant.ts';
import { readTimecode } from '../timecode.ts';
import {
  firstRecord,
  labelOf,
  readItems,
  recordOf,
  recordsOf,
  secondsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const fireflies: VendorFormat = {
  marks: ['speaker_name', 'sentences', 'raw_text', 'sentence', 'ai_filters'],
  is: (value) => sentencesOf(value) !== undefined,
  read(value, path) {
    const meeting = recordOf(transcriptOf(value));
    const emails = new Map(
      recordsOf(meeting.meeting_attendees).map((person) => [person.displayName ?? person.name, person.email]),
    );
    return readItems(
      sentencesOf(value),
      path,
      (item, here) => {
        const name = textOf(item.speaker_name);
        return {
          text: expectText(item.text ?? item.sentence ?? item.raw_text, `${here}.text`),
          speaker: name ?? labelOf(item.speaker_id),
          startSeconds: timeOf(item.start_time ?? item.startTime),
          endSeconds: timeOf(item.end_time ?? item.endTime),
          name,
          email: textOf(emails.get(name)),
        };
      },
      { channel: 'call', occurredAt: instantOf(meeting.dateString) ?? instantOfMs(meeting.date) },
    );
  },
};

function transcriptOf(value: unknown): unknown {
  const data = isRecord(value) && isRecord(value.data) ? value.data : value;
  return isRecord(data) && isRecord(data.transcript) ? data.transcript : data;
}

function sentencesOf(value: unknown): unknown[] | undefined {
  const transcript = transcriptOf(value);
  const list = isRecord(transcript) ? transcript.sentences : transcript;
  const first = firstRecord(list);
  const isSentence = first !== undefined && 'speaker_name' in first && ('sentence' in first || 'start_time' in first);
  return isSentence && Array.isArray(list) ? list : undefined;
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && value.includes(':') ? readTimecode(value) : secondsOf(value);
}
