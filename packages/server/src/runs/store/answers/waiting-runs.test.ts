import { describe, expect, it } from 'vitest';
import { toAnswers } from '../../answers.ts';
import { readRuns, writeRuns } from './waiting-runs.ts';

const own = { kit_id: 'k', kit_version: 1, type: 'api', status: 'succeeded' } as const;
const textBricks = new Set(['caller']);

describe('writeRuns and readRuns', () => {
  it('give back the answers of every run, whatever it answered', () => {
    const outputs = [
      { score: { value: 3, confidence: 0.8, reason: 'so' }, caller: { value: 'Ann' } },
      { score: { value: null, applicability: 'not_applicable' }, caller: { value: null, confidence: 0 } },
      { caller: { value: ['a', 'b'], confidence: 1 }, score: { value: false } },
      { score: { value: ['x', 1], confidence: 0.1 } },
      {},
    ];
    const runs = outputs.map((bricks, index) => ({ ...own, run_id: `r${index}`, bricks, textBricks }));
    const text = writeRuns(runs);
    expect(readRuns(text)).toEqual(
      runs.map(({ run_id, bricks }) => ({ ...own, run_id, answers: toAnswers({ bricks }, textBricks) })),
    );
    expect(text).not.toContain('so');
  });

  it('keep runs of other kits, versions, types and ends apart', () => {
    const runs = [
      { ...own, run_id: 'a', bricks: { score: { value: 1 } }, textBricks },
      { ...own, run_id: 'b', status: 'failed' as const, bricks: undefined, textBricks },
      { ...own, run_id: 'c', kit_id: 'other', bricks: { score: { value: 2 } }, textBricks },
      { ...own, run_id: 'd', kit_version: 2, bricks: { score: { value: 3 } }, textBricks },
      { ...own, run_id: 'e', type: 'sandbox', bricks: { score: { value: 4 } }, textBricks },
      { ...own, run_id: 'f', bricks: { score: { value: 5 } }, textBricks },
    ];
    const read = readRuns(writeRuns(runs));
    expect(new Map(read.map((run) => [run.run_id, run]))).toEqual(
      new Map(
        runs.map(({ bricks, textBricks: _, ...run }) => [
          run.run_id,
          { ...run, answers: bricks && { score: { value: bricks.score.value } } },
        ]),
      ),
    );
  });
});
