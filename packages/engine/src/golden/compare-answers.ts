/** Two evaluations of one golden set, brick by brick: which lines became right or wrong, and whether that is chance. */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { isRight } from './judge-answer.ts';
import { mcnemar } from './mcnemar.ts';
import type { JudgedAnswer } from './score-brick.ts';

export interface Flip {
  line: number;
  external_id?: string;
  expected: BrickValue;
  before: BrickValue | null;
  after: BrickValue | null;
}

export interface BrickComparison {
  key: string;
  n: number;
  accuracy_before: number;
  accuracy_after: number;
  gained: number;
  lost: number;
  /** McNemar's exact p: below 0.05 the difference is unlikely to be chance. */
  p: number;
  flips: Flip[];
}

export function compareAnswers(
  brick: BrickDocument,
  before: readonly JudgedAnswer[],
  after: readonly JudgedAnswer[],
): BrickComparison {
  const beforeByLine = new Map(before.map((answer) => [answer.line, answer]));
  const both = after.flatMap((answer) => {
    const earlier = beforeByLine.get(answer.line);
    if (earlier === undefined) return [];
    return {
      answer,
      earlier,
      wasRight: isRight(brick, earlier.expected, earlier.value),
      isRight: isRight(brick, answer.expected, answer.value),
    };
  });
  const flips = both.filter((pair) => pair.wasRight !== pair.isRight);
  const gained = flips.filter((pair) => pair.isRight).length;
  const share = (count: number) => (both.length === 0 ? 0 : Math.round((count / both.length) * 1e4) / 1e4);
  return {
    key: brick.key,
    n: both.length,
    accuracy_before: share(both.filter((pair) => pair.wasRight).length),
    accuracy_after: share(both.filter((pair) => pair.isRight).length),
    gained,
    lost: flips.length - gained,
    p: Number(mcnemar(gained, flips.length - gained).toPrecision(4)),
    flips: flips.map(({ answer, earlier }) => ({
      line: answer.line,
      ...(answer.externalId !== undefined && { external_id: answer.externalId }),
      expected: answer.expected,
      before: earlier.value ?? null,
      after: answer.value ?? null,
    })),
  };
}
