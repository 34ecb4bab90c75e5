/** Fireflies.ai: the `sentences` of the GraphQL API, or the JSON that its web app downloads. */
import { expectText, isRecord } from '../expect-input.ts';
import { readTimecode } from '../timecode.ts';
import { firstRecord, labelOf, readItems, secondsOf, type VendorFormat } from './vendor-format.ts';

export const fireflies: VendorFormat = {
  marks: ['speaker_name', 'sentences', 'raw_text', 'sentence', 'ai_filters'],
  is: (value) => sentencesOf(value) !== undefined,
  read(value, path) {
    return readItems(sentencesOf(value), path, (item, here) => ({
      text: expectText(item.text ?? item.sentence ?? item.raw_text, `${here}.text`),
      speaker: labelOf(item.speaker_name) ?? labelOf(item.speaker_id),
      startSeconds: timeOf(item.start_time ?? item.startTime),
      endSeconds: timeOf(item.end_time ?? item.endTime),
    }));
  },
};

function sentencesOf(value: unknown): unknown[] | undefined {
  const data = isRecord(value) && isRecord(value.data) ? value.data : value;
  const transcript = isRecord(data) && isRecord(data.transcript) ? data.transcript : data;
  const list = isRecord(transcript) ? transcript.sentences : transcript;
  const first = firstRecord(list);
  const isSentence = first !== undefined && 'speaker_name' in first && ('sentence' in first || 'start_time' in first);
  return isSentence && Array.isArray(list) ? list : undefined;
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && value.includes(':') ? readTimecode(value) : secondsOf(value);
}
