/** Google Speech-to-Text: with diarization, the last result has all words with their speakers; otherwise each result is a turn of its channel. */
import { expectArray, expectRecord, expectText, isRecord } from '../expect-input.ts';
import { groupWords } from '../group-words.ts';
import {
  firstRecord,
  joinParts,
  labelOf,
  recordsOf,
  secondsOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

export const googleSpeech: VendorFormat = {
  marks: ['alternatives', 'channelTag', 'speakerTag', 'resultEndTime', 'speakerLabel'],
  is(value) {
    const first = firstRecord(resultsOf(value));
    // Speechmatics has words in the place of Google's results.
    return first !== undefined && Array.isArray(first.alternatives) && !('start_time' in first);
  },
  read(value, path) {
    const results = expectArray(resultsOf(value), `${path}.results`);
    const last = firstRecord(expectRecord(results.at(-1), `${path}.results`).alternatives);
    const words = (Array.isArray(last?.words) ? last.words.filter(isRecord) : []).map((word) => ({
      text: expectText(word.word, `${path}.results[${results.length - 1}].words`),
      speaker: labelOf(word.speakerLabel) ?? labelOf(word.speakerTag),
      startSeconds: secondsOf(word.startTime ?? word.startOffset),
      endSeconds: secondsOf(word.endTime ?? word.endOffset),
    }));
    if (words.some(({ speaker }) => speaker !== undefined)) return joinParts(groupWords(words));
    const parts = results.flatMap((result, index) =>
      readResult(expectRecord(result, `${path}.results[${index}]`), `${path}.results[${index}]`),
    );
    // Some responses list channels one after the other.
    return joinParts(parts.toSorted((left, right) => timeOf(left) - timeOf(right)));
  },
};

/** A result has its end time; its start is the start of its first word. */
function readResult(result: Record<string, unknown>, path: string): VendorPart[] {
  const best = firstRecord(result.alternatives);
  if (best?.transcript === undefined) return [];
  const words = recordsOf(best.words);
  const [first, last] = [words[0], words.at(-1)];
  const channel = labelOf(result.channelTag);
  return [
    {
      text: expectText(best.transcript, `${path}.alternatives[0].transcript`),
      speaker: channel === undefined ? undefined : `channel ${channel}`,
      startSeconds: secondsOf(first?.startTime ?? first?.startOffset),
      endSeconds: secondsOf(last?.endTime ?? last?.endOffset ?? result.resultEndTime ?? result.resultEndOffset),
    },
  ];
}

function timeOf({ startSeconds, endSeconds }: VendorPart): number {
  return startSeconds ?? endSeconds ?? 0;
}

/** A long-running operation wraps the results in `response`. */
function resultsOf(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  return isRecord(value.response) ? value.response.results : value.results;
}
