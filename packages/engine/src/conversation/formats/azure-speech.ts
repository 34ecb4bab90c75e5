/** Azure Speech: the batch result with `recognizedPhrases`, or the fast transcription with `phrases`. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, recordsOf, secondsOfMs, type VendorFormat } from './vendor-format.ts';

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
    const channels = new Set(recordsOf(result[name]).map((phrase) => labelOf(phrase.channel)));
    return readItems(result[name], `${path}.${name}`, (phrase, here) => {
      const text = isBatch ? firstRecord(phrase.nBest)?.display : phrase.text;
      if (text === undefined && isBatch) return undefined; // Not recognised.
      const start = isBatch ? batchTime(phrase.offsetInTicks, phrase.offset) : secondsOfMs(phrase.offsetMilliseconds);
      const length = isBatch
        ? batchTime(phrase.durationInTicks, phrase.duration)
        : secondsOfMs(phrase.durationMilliseconds);
      // Version 3.0 had the speaker inside of each candidate.
      const speaker = labelOf(phrase.speaker) ?? labelOf(firstRecord(phrase.nBest)?.speaker);
      // If everybody is on one channel, its number does not identify anybody.
      const channel = channels.size > 1 ? labelOf(phrase.channel) : undefined;
      return {
        text: expectText(text, `${here}.text`),
        speaker: speaker ?? (channel === undefined ? undefined : `channel ${channel}`),
        startSeconds: start,
        endSeconds: start === undefined || length === undefined ? undefined : start + length,
      };
    });
  },
};

/** In ticks of 100 nanoseconds, or as an ISO duration such as `PT1M0.07S`. */
function batchTime(ticks: unknown, duration: unknown): number | undefined {
  if (typeof ticks === 'number') return secondsOfMs(ticks / TICKS_PER_MS);
  const parts = typeof duration === 'string' ? /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration) : null;
  if (parts === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + seconds;
}
