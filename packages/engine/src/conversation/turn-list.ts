/** An array of `{ speaker?, side?, text, start?, end? }`, times in seconds; also as `{ turns: […] }`. */
import type { Side, Turn } from './conversation.ts';
import {
  expectArray,
  expectRecord,
  expectText,
  isRecord,
  optionalLabel,
  optionalSeconds,
  optionalText,
} from './expect-input.ts';
import { sideOfWord } from './infer-side.ts';
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
        side: optionalSide(turn.side, `${here}.side`),
        startSeconds: optionalSeconds(turn.start, `${here}.start`),
        endSeconds: optionalSeconds(turn.end, `${here}.end`),
      };
    }),
  );
}

/** `agent` or `customer`, or a common word for one; others, such as `other`, are on neither side. */
function optionalSide(value: unknown, path: string): Side | undefined {
  const side = optionalText(value, path);
  return side === undefined ? undefined : sideOfWord(side);
}
