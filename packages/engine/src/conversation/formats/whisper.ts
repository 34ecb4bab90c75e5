/** Whisper's `verbose_json`: segments with times in seconds, with a speaker where a diariser added one; or `{ text }`. */
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from '../expect-input.ts';
import { joinTurns } from '../join-turns.ts';
import type { ReadTurns, VendorFormat } from './vendor-format.ts';

export const whisper: VendorFormat = {
  marks: ['segments', 'avg_logprob', 'no_speech_prob', 'compression_ratio'],
  is: (value) => isRecord(value) && ('segments' in value || typeof value.text === 'string'),
  read: readWhisper,
};

function readWhisper(value: unknown, path: string): ReadTurns {
  const transcript = expectRecord(value, path);
  if (transcript.segments === undefined || transcript.segments === null) {
    return joinTurns([{ text: expectText(transcript.text, `${path}.text`) }]);
  }
  return joinTurns(
    expectArray(transcript.segments, `${path}.segments`).map((item, index) => {
      const itemPath = `${path}.segments[${index}]`;
      const segment = expectRecord(item, itemPath);
      return {
        text: expectText(segment.text, `${itemPath}.text`),
        speaker: optionalLabel(segment.speaker, `${itemPath}.speaker`),
        startSeconds: optionalSeconds(segment.start, `${itemPath}.start`),
        endSeconds: optionalSeconds(segment.end, `${itemPath}.end`),
      };
    }),
  );
}
