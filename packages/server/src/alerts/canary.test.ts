import type { BrickDocument } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import type { KitEvaluation } from '../golden/golden-set.ts';
import { type CanaryRule, canaryState, type EvaluatedSet, findDrift, nextNight } from './canary.ts';

const RULE: CanaryRule = { kit: 'k', set: 's' };
const BRICK = { key: 'solved', type: 'boolean', question: '?' } as unknown as BrickDocument;

function evaluated(id: string, values: readonly (boolean | undefined)[], accuracy: number): EvaluatedSet {
  const report = { engine: 'local', bricks: [{ key: 'solved', n: values.length, accuracy }], failed: [] };
  return {
    evaluation: { evaluationId: id, kitVersion: 1, engine: 'auto', report } as unknown as KitEvaluation,
    answers: values.map((value, index) => ({
      line: index + 1,
      answers: value === undefined ? {} : { solved: { value, confidence: 1 } },
      microCredits: 0,
    })),
  };
}
const YES = Array.from({ length: 20 }, () => true);
const baseline = evaluated('evl_a', YES, 1);
const drift = (values: readonly (boolean | undefined)[], accuracy: number, rule: Partial<CanaryRule> = {}) =>
  findDrift({ ...RULE, ...rule }, [BRICK], evaluated('evl_b', values, accuracy), baseline);

describe('a canary', () => {
  it('is quiet as long as nothing changes', () => {
    const found = drift(YES, 1);
    expect(found.bricks).toMatchObject([{ key: 'solved', n: 20, baselineAccuracy: 1, changed: 0, isDrifted: false }]);
    expect(canaryState(found)).toBe('ok');
  });

  it('drifts by accuracy, by more than the bound', () => {
    expect(canaryState(drift(YES, 0.95))).toBe('ok');
    expect(canaryState(drift(YES, 0.9))).toBe('raised');
    expect(canaryState(drift(YES, 0.9, { max_drop: 0.1 }))).toBe('ok');
  });

  it('drifts by answers that changed, or are gone, although as many are right', () => {
    const some = (count: number, value: boolean | undefined) => YES.map((yes, index) => (index < count ? value : yes));
    expect(drift(some(2, false), 1).bricks).toMatchObject([{ changed: 0.1, isDrifted: false }]);
    expect(drift(some(3, false), 1).bricks).toMatchObject([{ changed: 0.15, isDrifted: true }]);
    expect(drift(some(3, undefined), 1).bricks).toMatchObject([{ changed: 0.15, isDrifted: true }]);
    expect(drift(some(3, false), 1, { max_changed: 0.2 }).bricks).toMatchObject([{ isDrifted: false }]);
  });

  it('begins at its time of day', () => {
    const now = new Date('2026-11-15T03:00:00.000Z');
    expect(nextNight(RULE, now).toISOString()).toBe('2026-11-16T03:00:00.000Z');
    expect(nextNight({ ...RULE, at: '04:30' }, now).toISOString()).toBe('2026-11-15T04:30:00.000Z');
    expect(nextNight({ ...RULE, at: '00:00' }, now).toISOString()).toBe('2026-11-16T00:00:00.000Z');
  });
});
