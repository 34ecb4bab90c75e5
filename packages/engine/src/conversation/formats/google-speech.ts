/** Google Speech-to-Text: with diarization the last result has all words with their speakers; else each result is a turn of its channel. */
import { expectArray, expectRecord, expectText, isRecord } from '../expect-input.ts';
import { groupWords } from '../group-words.ts';
import { joinTurns } from '../join-turns.ts';
import { firstRecord, labelOf, readItems, secondsOf, type VendorFormat } from './vendor-format.ts';

export const googleSpeech: VendorFormat = {
  marks: ['alternatives', 'channelTag', 'speakerTag', 'resultEndTime', 'speakerLabel'],
  is: (value) => Array.isArray(firstRecord(resultsOf(value))?.alternatives),
  read(value, path) {
    const results = expectArray(resultsOf(value), `${path}.results`);
    const last = firstRecord(expectRecord(results.at(-1), `${path}.results`).alternatives);
    const words = (Array.isArray(last?.words) ? last.words.filter(isRecord) : []).map((word) => ({
      text: expectText(word.word, `${path}.results[${results.length - 1}].words`),
      speaker: labelOf(word.speakerLabel) ?? labelOf(word.speakerTag),
      startSeconds: secondsOf(word.startTime ?? word.startOffset),
      endSeconds: secondsOf(word.endTime ?? word.endOffset),
    }));
    if (words.some(({ speaker }) => speaker !== undefined)) return joinTurns(groupWords(words));
    return readItems(results, `${path}.results`, (result, here) => {
      const best = firstRecord(result.alternatives);
      if (best?.transcript === undefined) return undefined;
      const channel = labelOf(result.channelTag);
      return {
        text: expectText(best.transcript, `${here}.alternatives[0].transcript`),
        speaker: channel === undefined ? undefined : `channel ${channel}`,
        endSeconds: secondsOf(result.resultEndTime ?? result.resultEndOffset),
      };
    });
  },
};

/** A long-running operation wraps the results in `response`. */
function resultsOf(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  return isRecord(value.response) ? value.response.results : value.results;
}
