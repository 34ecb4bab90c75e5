import { describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { type DrawnRun, drawItem as draw } from './draw-item.ts';
import type { ReviewPolicy } from './review-policy.ts';

const NONE: ReviewPolicy = { random: 0, belowConfidence: undefined, match: [], secondReview: 0 };
const run = (confidence = 0.9, runId = newId('run'), metadata?: Record<string, string>) => ({
  runId,
  metadata,
  bricks: { solved: { value: true, confidence }, turns: { value: 3 } },
});

const DIMENSIONS = new Map([['team', 'team_name']]);
const drawItem = (policy: ReviewPolicy, each: DrawnRun) => draw(policy, each, DIMENSIONS);

describe('drawItem', () => {
  it('draws a random share, nearly exactly as large as asked, and the same runs every time', () => {
    const runs = Array.from({ length: 20_000 }, () => run());
    const drawn = runs.map((each) => drawItem({ ...NONE, random: 0.1, secondReview: 0.5 }, each));
    const share = drawn.filter((item) => item !== undefined).length / runs.length;
    expect(share).toBeGreaterThan(0.085);
    expect(share).toBeLessThan(0.115);
    expect(drawn.find((item) => item !== undefined)).toMatchObject({ probability: 0.1, reasons: [{ kind: 'random' }] });
    const seconds = drawn.filter((item) => item?.needsSecond).length / (share * runs.length);
    expect(seconds).toBeGreaterThan(0.44);
    expect(seconds).toBeLessThan(0.56);
    expect(runs.map((each) => drawItem({ ...NONE, random: 0.1, secondReview: 0.5 }, each))).toEqual(drawn);
    const fewer = runs.map((each) => drawItem({ ...NONE, random: 0.05 }, each));
    expect(fewer.every((item, index) => item === undefined || drawn[index] !== undefined)).toBe(true);
  });

  it('draws every run below the confidence, and says which answer', () => {
    const policy = { ...NONE, belowConfidence: 0.6 };
    expect(drawItem(policy, run(0.59))).toMatchObject({
      probability: 1,
      reasons: [{ kind: 'low_confidence', brick: 'solved' }],
    });
    expect(drawItem(policy, run(0.6))).toBeUndefined();
  });

  it('draws every run whose conversation tells the evaluator what to answer, whatever the policy', () => {
    const bricks = {
      solved: { value: true, confidence: 0.47, basis: 'model', confidence_basis: { suspect: true } },
    } as const;
    expect(drawItem(NONE, { ...run(), bricks })).toMatchObject({
      probability: 1,
      reasons: [{ kind: 'low_confidence', brick: 'solved' }],
    });
  });

  it('counts only answers that somebody judged: no metrics, no scores, nothing that does not apply', () => {
    const policy = { ...NONE, belowConfidence: 0.6 };
    const bricks = {
      silence: { value: 0, confidence: 0, basis: 'metric' },
      total: { value: 40, confidence: 0.4, basis: 'score' },
      refund: { value: null, applicability: 'not_applicable', confidence: 0.5, basis: 'condition' },
    } as const;
    expect(drawItem(policy, { ...run(), bricks })).toBeUndefined();
    const abstained = { value: null, applicability: 'abstained', confidence: 0.5, basis: 'read' } as const;
    expect(drawItem(policy, { ...run(), bricks: { ...bricks, refund: abstained } })?.reasons).toEqual([
      { kind: 'low_confidence', brick: 'refund' },
    ]);
  });

  it('draws every run with an answer, a dimension or a metadata pair', () => {
    const byAnswer = { ...NONE, match: [{ brick: 'turns', value: 3 }] };
    expect(drawItem(byAnswer, run())).toMatchObject({ probability: 1, reasons: [{ kind: 'match', brick: 'turns' }] });
    const byMetadata = { ...NONE, match: [{ metadata: 'team', value: 'emea' }] };
    expect(drawItem(byMetadata, run(0.9, newId('run'), { team: 'emea' }))?.reasons).toEqual([
      { kind: 'match', metadata: 'team' },
    ]);
    expect(drawItem(byMetadata, run())).toBeUndefined();
    const byDimension = { ...NONE, match: [{ dimension: 'team', value: 'emea' }] };
    expect(drawItem(byDimension, run(0.9, newId('run'), { team_name: 'emea' }))?.reasons).toEqual([
      { kind: 'match', dimension: 'team' },
    ]);
    expect(drawItem(byDimension, run(0.9, newId('run'), { team: 'emea' }))).toBeUndefined();
    const byNone = { ...NONE, match: [{ dimension: 'gone', value: 'emea' }] };
    expect(drawItem(byNone, run(0.9, newId('run'), { undefined: 'emea' }))).toBeUndefined();
    expect(drawItem({ ...NONE, match: [{ brick: 'turns', value: '3' }] }, run())).toBeUndefined();
  });
});
