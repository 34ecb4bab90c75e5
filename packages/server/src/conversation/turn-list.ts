/** An array of `{ speaker?, text, start?, end? }`, times in seconds; also as `{ turns: […] }`. */
import type { Turn } from './conversation.ts';
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from './expect-input.ts';
import { joinTurns } from './join-turns.ts';

export function readTurnList(value: unknown, path: string): { text: string; turns: Turn[] } {
  const isWrapped = isRecord(value);
  const within = isWrapped ? `${path}.turns` : path;
  return joinTurns(
    expectArray(isWrapped ? value.turns : value, within).map((item, index) => {
      const here = `${within}[${index}]`;
      const turn = expectRecord(item, here);
      return {
        text: expectText(turn.text, `${here}.text`),
        speaker: optionalLabel(turn.speaker, `${here}.speaker`),
        startSeconds: optionalSeconds(turn.start, `${here}.start`),
        endSeconds: optionalSeconds(turn.end, `${here}.end`),
      };
    }),
  );
}
