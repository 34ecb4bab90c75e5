/** An array of `{ speaker?, side?, text, start?, end? }`, times in seconds; also as `{ turns: […] }`. */
import type { Side, Turn } from './conversation.ts';
import {
  expectArray,
  expectOrder,
  expectRecord,
  expectText,
  inputFault,
  isRecord,
  optionalLabel,
  optionalSeconds,
  optionalText,
} from './expect-input.ts';
import { foldLabel, isNeitherSide, sideOfWord } from './infer-side.ts';
import { joinTurns } from './join-turns.ts';

export function readTurnList(value: unknown, path: string): { text: string; turns: Turn[] } {
  const isWrapped = isRecord(value);
  const within = isWrapped ? `${path}.turns` : path;
  return joinTurns(
    expectArray(isWrapped ? value.turns : value, within).map((item, index) => {
      const here = `${within}[${index}]`;
      const turn = expectRecord(item, here);
      const times = {
        startSeconds: optionalSeconds(turn.start, `${here}.start`),
        endSeconds: optionalSeconds(turn.end, `${here}.end`),
      };
      expectOrder(times, here);
      return {
        text: expectText(turn.text, `${here}.text`),
        speaker: optionalLabel(turn.speaker, `${here}.speaker`),
        side: optionalSide(turn.side, `${here}.side`),
        ...times,
      };
    }),
  );
}

/** Said of those who are on neither side. */
const NEITHER = new Set(['', 'other', 'unknown', 'none', 'neither']);

/** `agent` or `customer`, or a common word for one. */
function optionalSide(value: unknown, path: string): Side | undefined {
  const side = optionalText(value, path);
  if (side === undefined || NEITHER.has(foldLabel(side)) || isNeitherSide(side)) return undefined;
  const known = sideOfWord(side);
  if (known === undefined) throw inputFault(path, 'must be "agent" or "customer", or "other" for neither');
  return known;
}
