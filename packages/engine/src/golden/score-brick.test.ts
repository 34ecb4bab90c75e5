import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { calibrationError } from './calibration-error.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { compareAnswers } from './compare-answers.ts';
import { isRight } from './judge-answer.ts';
import { macroF1 } from './macro-f1.ts';
import { mcnemar } from './mcnemar.ts';
import { type JudgedAnswer, scoreBrick } from './score-brick.ts';
import { spearman } from './spearman.ts';

const BOOLEAN: BrickDocument = { key: 'b', type: 'boolean' };
const TEXT: BrickDocument = { key: 't', type: 'text' };
const score = (step?: number): BrickDocument => ({ key: 's', type: 'numeric', ...(step !== undefined && { step }) });

const answers = (
  rows: ReadonlyArray<[JudgedAnswer['expected'], JudgedAnswer['value'] | undefined, number]>,
): JudgedAnswer[] =>
  rows.map(([expected, value, confidence], index) => ({
    line: index + 1,
    expected,
    confidence,
    ...(value !== undefined && { value }),
  }));

describe('what is right', () => {
  it.each<[BrickDocument, JudgedAnswer['expected'], JudgedAnswer['expected'] | undefined, boolean]>([
    [BOOLEAN, true, true, true],
    [BOOLEAN, true, false, false],
    [BOOLEAN, false, undefined, false],
    [TEXT, 'Patricia  Brown', ' patricia brown\n', true],
    [TEXT, 'Patricia Brown', 'Patricia', false],
    [TEXT, '', '', true],
    [BOOLEAN, null, null, true],
    [BOOLEAN, null, false, false],
    [BOOLEAN, false, null, false],
    [score(), 3, 3, true],
    [score(), 3, 3.1, false],
    [score(1), 3, 3.5, true],
    [score(1), 3, 3.6, false],
    [score(0.2), 0.4, 0.3, true],
    [score(5), 50, 53, false],
  ])('%j expecting %j judges %j as %j', (brick, expected, value, right) => {
    expect(isRight(brick, expected, value)).toBe(right);
  });
});

describe('figures, against numbers computed by hand', () => {
  it('macro-F1', () => {
    // a: 2 hits of 3 expected, 3 answered → 4/6. b: 1 hit of 2, 2 → 2/4. c: expected never, answered once → 0 … and once missed.
    const pairs = [
      { expected: 'a', value: 'a' },
      { expected: 'a', value: 'a' },
      { expected: 'a', value: 'b' },
      { expected: 'b', value: 'b' },
      { expected: 'b', value: 'a' },
      { expected: 'c', value: undefined },
    ];
    expect(macroF1(pairs)).toBeCloseTo((4 / 6 + 2 / 4 + 0) / 3, 12);
    expect(macroF1([{ expected: true, value: true }])).toBe(1);
  });

  it("Cohen's kappa", () => {
    // The textbook table 20, 5, 10, 15: observed 0.7, chance 0.5, kappa 0.4.
    const cell = (count: number, expected: boolean, value: boolean) =>
      Array.from({ length: count }, () => ({ expected, value }));
    const pairs = [
      ...cell(20, true, true),
      ...cell(5, true, false),
      ...cell(10, false, true),
      ...cell(15, false, false),
    ];
    expect(cohenKappa(pairs)).toBeCloseTo(0.4, 12);
    expect(cohenKappa(cell(5, true, true))).toBeUndefined();
    expect(cohenKappa([])).toBeUndefined();
  });

  it('Spearman, with and without ties', () => {
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    expect(spearman(iq.map((value, index) => [value, hours[index] ?? 0]))).toBeCloseTo(-29 / 165, 12);
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: covariance 4.5, variances 4.5 and 5.
    expect(
      spearman([
        [1, 1],
        [2, 2],
        [2, 3],
        [3, 4],
      ]),
    ).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
    expect(
      spearman([
        [1, 1],
        [1, 2],
      ]),
    ).toBeUndefined();
  });

  it('expected calibration error', () => {
    const right = (confidence: number) => ({ confidence, isRight: true });
    const wrong = (confidence: number) => ({ confidence, isRight: false });
    // Bin 0.9: mean 0.95, all right → 0.05 · 2/4. Bin 0.6: mean 0.65, half right → 0.15 · 2/4.
    expect(calibrationError([right(0.9), right(1), right(0.6), wrong(0.7 - 1e-12)])).toBeCloseTo(0.1, 9);
    expect(calibrationError([])).toBe(0);
  });

  it("McNemar's exact test", () => {
    expect(mcnemar(0, 0)).toBe(1);
    expect(mcnemar(5, 5)).toBe(1);
    expect(mcnemar(8, 1)).toBeCloseTo((2 * (1 + 9)) / 512, 12);
    expect(mcnemar(1, 8)).toBeCloseTo(mcnemar(8, 1), 15);
    expect(mcnemar(0, 6)).toBeCloseTo(2 / 64, 12);
    expect(mcnemar(900, 1_100)).toBeGreaterThan(0);
    expect(mcnemar(900, 1_100)).toBeLessThan(1e-4);
  });
});

describe('scoreBrick', () => {
  it('scores a boolean', () => {
    const rows = answers([
      [true, true, 0.9],
      [true, true, 0.8],
      [true, false, 0.85],
      [false, false, 0.5],
    ]);
    expect(scoreBrick(BOOLEAN, rows)).toEqual({
      key: 'b',
      type: 'boolean',
      n: 4,
      accuracy: 0.75,
      macro_f1: 0.7333, // (4/5 + 2/3) / 2
      kappa: 0.5, // observed 3/4, chance 1/2
      ece: 0.3125, // (|0.9 - 1| + |1.65 - 1| + |0.5 - 1|) / 4
      max_confidence: 0.9,
      share_at_80: 0.75,
      accuracy_at_80: 0.6667,
    });
  });

  it('scores numbers and text with their own figures', () => {
    const numbers = scoreBrick(
      score(1),
      answers([
        [1, 1, 1],
        [2, 4, 1],
        [3, 3.4, 1],
        [4, undefined, 0],
      ]),
    );
    expect(numbers).toMatchObject({ n: 4, accuracy: 0.5, mae: 0.8, spearman: 0.5 });
    expect(numbers).not.toHaveProperty('macro_f1');
    const text = scoreBrick(TEXT, answers([['Jo', 'JO', 0.3]]));
    expect(text).toEqual({
      key: 't',
      type: 'text',
      n: 1,
      accuracy: 1,
      ece: 0.7,
      max_confidence: 0.3,
      share_at_80: 0,
      accuracy_at_80: null,
    });
  });
});

describe('compareAnswers', () => {
  it('lists the flips and tests the difference', () => {
    const before = answers([
      [true, false, 1],
      [true, true, 1],
      [false, true, 1],
      [false, undefined, 0],
    ]);
    const after = answers([
      [true, true, 1],
      [true, false, 1],
      [false, false, 1],
      [false, true, 1],
    ]);
    expect(compareAnswers(BOOLEAN, before, after)).toEqual({
      key: 'b',
      n: 4,
      accuracy_before: 0.25,
      accuracy_after: 0.5,
      gained: 2,
      lost: 1,
      p: 1,
      flips: [
        { line: 1, expected: true, before: false, after: true },
        { line: 2, expected: true, before: true, after: false },
        { line: 3, expected: false, before: true, after: false },
      ],
    });
  });
});

describe('a brick that abstains', () => {
  it('is judged on what it answered, with the share of that as coverage', () => {
    const judged = answers([
      [true, true, 0.9],
      [false, true, 0.8],
      [null, null, 0.9],
      [true, null, 0.4],
    ]).map((entry, index) => (index === 3 ? { ...entry, isAbstained: true } : entry));
    expect(scoreBrick({ ...BOOLEAN, abstain_below: 0.5 }, judged)).toMatchObject({
      n: 4,
      coverage: 0.75,
      accuracy: 0.6667,
      share_at_80: 1,
    });
    const none = judged.slice(3);
    expect(scoreBrick({ ...BOOLEAN, abstain_below: 0.5 }, none)).toMatchObject({ n: 1, coverage: 0, accuracy: 0 });
    expect(scoreBrick(BOOLEAN, judged.slice(0, 3))).not.toHaveProperty('coverage');
  });
});

describe('lists', () => {
  const LIST: BrickDocument = { key: 'l', type: 'text', many: true };

  it('are right as sets, and have precision, recall and F1 over all items', () => {
    expect(isRight(LIST, ['Acme', 'Initech'], ['initech', 'acme '])).toBe(true);
    expect(isRight(LIST, ['Acme'], [])).toBe(false);
    expect(isRight(LIST, [], [])).toBe(true);
    const judged = answers([
      [['a', 'b', 'c'], ['a', 'b'], 0.9],
      [['d'], ['d', 'e', 'f'], 0.5],
      [[], [], 0.7],
    ]);
    // 3 hits of 5 given and 4 expected.
    expect(scoreBrick(LIST, judged)).toMatchObject({
      n: 3,
      accuracy: 0.3333,
      precision: 0.6,
      recall: 0.75,
      f1: 0.6667,
    });
  });
});
