import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { HIDDEN } from '../reading.ts';
import { learnHead, marginFor } from './learn-head.ts';

const BRICK: BrickDocument = { key: 'odd', type: 'boolean', question: 'Is this a case for the night shift?' };

/** The reader sees every answer clearly; the unchanged brick is wrong about the first `wrong` of them. */
const answers = (labels: number, wrong: number) =>
  Array.from({ length: labels }, (_, at) => ({
    value: at % 2 === 0,
    isRight: at >= wrong,
    features: { read: [0, at % 2 === 0 ? 3 : 1], words: [0, 0], vector: new Float64Array(HIDDEN) },
  }));

/** What the reader sees has nothing to do with the labels. */
const unrelated = (labels: number) =>
  answers(labels, labels / 2).map((answer, at) => ({ ...answer, value: at % 4 < 2 }));

describe('how many more labels must be right', () => {
  it.each([
    [10, 9, 3],
    [19, 1, 3],
    [20, 1, 1],
    [20, 8, 1],
    [20, 9, 2],
    [400, 80, 10],
  ])('of %i labels, %i of them wrong: %i', (labels, wrong, margin) => {
    expect(marginFor(labels, wrong)).toBe(margin);
  });
});

describe('a brick', () => {
  it.each([
    [12, 2, { status: 'not_better', labels: 12, before: 0.8333, after: 1 }],
    [12, 3, { status: 'learned', head: { labels: 12, accuracy: { before: 0.75, after: 1 } } }],
    [24, 0, { status: 'not_better', labels: 24, before: 1, after: 1 }],
    [24, 1, { status: 'learned', head: { labels: 24, accuracy: { before: 0.9583, after: 1 } } }],
  ])('with %i labels and %i wrong answers learns only what is clearly better', (labels, wrong, expected) => {
    expect(learnHead(BRICK, answers(labels, wrong))).toMatchObject(expected);
  });

  it('learns nothing from labels that have nothing to do with what is read', () => {
    expect(learnHead(BRICK, unrelated(24))).toMatchObject({ status: 'not_better', labels: 24, before: 0.5 });
  });
});
