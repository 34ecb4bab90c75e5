/** The figures of the bars: all bricks of one type in a set taken together. */
import { calibrationError } from '@brickwork/engine/golden/calibration-error';
import { isRight } from '@brickwork/engine/golden/judge-answer';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { SetResult } from './answer-set.ts';

export interface PooledFigures {
  type: string;
  bricks: number;
  answers: number;
  accuracy: number;
  /** The mean over the bricks. */
  macroF1: number | undefined;
  spearman: number | undefined;
  ece: number;
  maxConfidence: number;
  shareAt80: number;
  accuracyAt80: number | undefined;
}

const SURE = 0.8;

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function pooledFigures(kit: Kit, result: SetResult): PooledFigures[] {
  return (['categorical', 'boolean', 'text', 'numeric'] as const).flatMap((type) => {
    const scores = result.scores.filter((score) => score.type === type);
    if (scores.length === 0) return [];
    const judged = kit.bricks
      .filter((brick) => brick.type === type)
      .flatMap((brick) =>
        (result.answers.get(brick.key) ?? []).map(({ expected, value, confidence }) => ({
          confidence,
          isRight: isRight(brick, expected, value),
        })),
      );
    const sure = judged.filter(({ confidence }) => confidence >= SURE);
    return {
      type,
      bricks: scores.length,
      answers: judged.length,
      accuracy: mean(judged.map((answer) => Number(answer.isRight))) ?? 0,
      macroF1: mean(scores.flatMap((score) => score.macro_f1 ?? [])),
      spearman: mean(scores.flatMap((score) => score.spearman ?? [])),
      ece: calibrationError(judged),
      maxConfidence: Math.max(...judged.map(({ confidence }) => confidence)),
      shareAt80: sure.length / judged.length,
      accuracyAt80: mean(sure.map((answer) => Number(answer.isRight))),
    };
  });
}
