/** Azure Speech: the batch result with `recognizedPhrases`, or the fast transcription with `phrases`. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, secondsOfMs, type VendorFormat } from './vendor-format.ts';

const TICKS_PER_MS = 10_000;

export const azureSpeech: VendorFormat = {
  marks: [
    'recognizedPhrases',
    'combinedRecognizedPhrases',
    'nBest',
    'offsetInTicks',
    'combinedPhrases',
    'offsetMilliseconds',
  ],
  is: (value) =>
    isRecord(value) &&
    (Array.isArray(value.recognizedPhrases) || (Array.isArray(value.phrases) && 'combinedPhrases' in value)),
  read(value, path) {
    const result = expectRecord(value, path);
    const isBatch = Array.isArray(result.recognizedPhrases);
    const name = isBatch ? 'recognizedPhrases' : 'phrases';
    const read = readItems(result[name], `${path}.${name}`, (phrase, here) => {
      const text = isBatch ? firstRecord(phrase.nBest)?.display : phrase.text;
      if (text === undefined && isBatch) return undefined; // Not recognised.
      const start = isBatch ? ticksOf(phrase.offsetInTicks) : secondsOfMs(phrase.offsetMilliseconds);
      const length = isBatch ? ticksOf(phrase.durationInTicks) : secondsOfMs(phrase.durationMilliseconds);
      const speaker = labelOf(phrase.speaker);
      const channel = labelOf(phrase.channel);
      return {
        text: expectText(text, `${here}.text`),
        speaker: speaker ?? (channel === undefined ? undefined : `channel ${channel}`),
        startSeconds: start,
        endSeconds: start === undefined || length === undefined ? undefined : start + length,
      };
    });
    return read;
  },
};

function ticksOf(value: unknown): number | undefined {
  return typeof value === 'number' ? secondsOfMs(value / TICKS_PER_MS) : undefined;
}
