/** Whisper's `verbose_json`: segments with times in seconds, with a speaker where a diariser added one; or `{ text }`. */
import type { Turn } from './conversation.ts';
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from './expect-input.ts';
import { joinTurns } from './join-turns.ts';

export function isWhisper(value: unknown): boolean {
  return isRecord(value) && ('segments' in value || typeof value.text === 'string');
}

export function readWhisper(value: unknown, place: string): { text: string; turns: Turn[] } {
  const transcript = expectRecord(value, place);
  if (transcript.segments === undefined || transcript.segments === null) {
    return joinTurns([{ text: expectText(transcript.text, `${place}.text`) }]);
  }
  return joinTurns(
    expectArray(transcript.segments, `${place}.segments`).map((item, index) => {
      const here = `${place}.segments[${index}]`;
      const segment = expectRecord(item, here);
      return {
        text: expectText(segment.text, `${here}.text`),
        speaker: optionalLabel(segment.speaker, `${here}.speaker`),
        startSeconds: optionalSeconds(segment.start, `${here}.start`),
        endSeconds: optionalSeconds(segment.end, `${here}.end`),
      };
    }),
  );
}
