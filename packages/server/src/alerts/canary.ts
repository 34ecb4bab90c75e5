/** A canary: a golden set that is evaluated every night on the live version of a kit, and compared with the first such evaluation. */
import type { AlertState, BrickDocument, canariesApi } from '@brickwork/contract';
import { isRight } from '@brickwork/engine/golden/judge-answer';
import type { z } from 'zod';
import type { AnsweredLine, KitEvaluation } from '../golden/golden-set.ts';
import { type Estimate, shareOf } from '../insights/intervals.ts';
import type { Watched } from './watched.ts';

export type CanaryRule = z.output<typeof canariesApi.canaryRule>;

export interface CanaryFinding {
  evaluationId: string;
  baselineId: string;
  kitVersion: number;
  engine: string;
  bricks: {
    key: string;
    n: number;
    accuracy: Estimate;
    baselineAccuracy: number;
    changed: number;
    isDrifted: boolean;
  }[];
}

export interface Canary extends Watched<CanaryRule, CanaryFinding> {
  /** The running evaluation. */
  evaluationId: string | undefined;
  baselineId: string | undefined;
  nextAt: Date;
}

const DEFAULTS = { at: '03:00', maxDrop: 0.05, maxChanged: 0.1 };

/** The next time of day (UTC) after `now`. */
export function nextNight({ at = DEFAULTS.at }: CanaryRule, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${at}:00.000Z`);
  return today > now ? today : new Date(today.getTime() + 86_400_000);
}

export interface EvaluatedSet {
  evaluation: KitEvaluation;
  answers: readonly AnsweredLine[];
}

/** What changed since the baseline, for each brick in both reports. */
export function findDrift(
  rule: CanaryRule,
  bricks: readonly BrickDocument[],
  now: EvaluatedSet,
  baseline: EvaluatedSet,
): CanaryFinding {
  const { max_drop: maxDrop = DEFAULTS.maxDrop, max_changed: maxChanged = DEFAULTS.maxChanged } = rule;
  const before = new Map(baseline.evaluation.report?.bricks.map((score) => [score.key, score]));
  const scores = now.evaluation.report?.bricks ?? [];
  return {
    evaluationId: now.evaluation.evaluationId,
    baselineId: baseline.evaluation.evaluationId,
    kitVersion: now.evaluation.kitVersion,
    engine: now.evaluation.report?.engine ?? now.evaluation.engine,
    bricks: scores.flatMap(({ key, n, accuracy }) => {
      const brick = bricks.find((each) => each.key === key);
      const baselineAccuracy = before.get(key)?.accuracy;
      if (brick === undefined || baselineAccuracy === undefined || n === 0) return [];
      const changed = changedShare(brick, now.answers, baseline.answers);
      // Accuracies are rounded to four places: a drop of exactly the limit must not count as more.
      const isDrifted = baselineAccuracy - accuracy > maxDrop + 1e-9 || changed > maxChanged;
      return [{ key, n, accuracy: shareOf(Math.round(accuracy * n), n), baselineAccuracy, changed, isDrifted }];
    }),
  };
}

/** Of the lines with an answer in both. Answers that the type accepts as equal count as the same. */
function changedShare(brick: BrickDocument, now: readonly AnsweredLine[], before: readonly AnsweredLine[]): number {
  const earlier = new Map(before.map(({ line, answers }) => [line, answers[brick.key]?.value]));
  let [both, changed] = [0, 0];
  for (const { line, answers } of now) {
    const [was, is] = [earlier.get(line), answers[brick.key]?.value];
    if (was === undefined && is === undefined) continue;
    both += 1;
    if (was === undefined || !isRight(brick, was, is)) changed += 1;
  }
  return both === 0 ? 0 : changed / both;
}

export function canaryState({ bricks }: CanaryFinding): AlertState {
  return bricks.some(({ isDrifted }) => isDrifted) ? 'raised' : 'ok';
}
