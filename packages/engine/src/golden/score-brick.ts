/** The figures of one brick over a golden set. Their formulas are documented in docs/guides/golden-sets.md. */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import type { ComparedAs } from '../bricks/brick-type.ts';
import { brickType } from '../bricks/brick-types.ts';
import { foldSpaceAndCase } from '../bricks/fold-space-and-case.ts';
import { itemsOf } from '../bricks/list-type.ts';
import { calibrationError } from './calibration-error.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { isRight } from './judge-answer.ts';
import { macroF1 } from './macro-f1.ts';
import { spearman } from './spearman.ts';

/** One line's answer and the expected value; without a value if the line could not be evaluated. */
export interface JudgedAnswer {
  line: number;
  externalId?: string;
  expected: BrickValue;
  value?: BrickValue;
  /** The brick withheld its answer: it counts for the coverage, neither as right nor as wrong. */
  isAbstained?: boolean;
  confidence: number;
}

export interface BrickScore {
  key: string;
  type: BrickDocument['type'];
  n: number;
  /** The share of lines that an abstaining brick answered; all other figures are for these lines. */
  coverage?: number;
  accuracy: number;
  macro_f1?: number;
  mae?: number;
  spearman?: number;
  kappa?: number;
  /** For lists: over the items of all lines. */
  precision?: number;
  recall?: number;
  f1?: number;
  ece: number;
  max_confidence: number;
  share_at_80: number;
  /** Null if no answer has that much confidence. */
  accuracy_at_80: number | null;
}

const SURE = 0.8;

export function scoreBrick(brick: BrickDocument, all: readonly JudgedAnswer[]): BrickScore {
  const answers = all.filter(({ isAbstained }) => isAbstained !== true);
  const hasCoverage = brick.abstain_below !== undefined || answers.length < all.length;
  const judged = answers.map((answer) => ({ ...answer, isRight: isRight(brick, answer.expected, answer.value) }));
  const sure = judged.filter(({ confidence }) => confidence >= SURE);
  return {
    key: brick.key,
    type: brick.type,
    n: all.length,
    ...(hasCoverage && { coverage: round(answers.length / all.length) }),
    accuracy: round(shareRight(judged)),
    ...FIGURES[brickType(brick).compareAs](answers),
    ece: round(calibrationError(judged)),
    max_confidence: round(judged.reduce((max, { confidence }) => Math.max(max, confidence), 0)),
    share_at_80: round(shareOf(sure.length, judged.length)),
    accuracy_at_80: sure.length === 0 ? null : round(shareRight(sure)),
  };
}

type Figures = Pick<BrickScore, 'macro_f1' | 'mae' | 'spearman' | 'kappa' | 'precision' | 'recall' | 'f1'>;

const FIGURES: Readonly<Record<ComparedAs, (answers: readonly JudgedAnswer[]) => Figures>> = {
  classes(answers) {
    const pairs = answers.map(({ expected, value }) => ({ expected, value }));
    return pairs.length === 0 ? {} : { macro_f1: round(macroF1(pairs)), ...optional('kappa', cohenKappa(pairs)) };
  },
  numbers(answers) {
    const pairs = answers.flatMap(
      ({ expected, value }): Array<[number, number]> =>
        typeof expected === 'number' && typeof value === 'number' ? [[expected, value]] : [],
    );
    const errors = pairs.reduce((sum, [expected, value]) => sum + Math.abs(expected - value), 0);
    return { ...(pairs.length > 0 && { mae: round(errors / pairs.length) }), ...optional('spearman', spearman(pairs)) };
  },
  sets(answers) {
    const lines = answers.map(({ expected, value = null }) => [foldedItems(expected), foldedItems(value)] as const);
    const count = (size: (line: (typeof lines)[number]) => number) => lines.reduce((sum, line) => sum + size(line), 0);
    const hits = count(([expected, given]) => [...expected].filter((item) => given.has(item)).length);
    const expected = count((line) => line[0].size);
    const given = count((line) => line[1].size);
    return {
      ...(given > 0 && { precision: round(hits / given) }),
      ...(expected > 0 && { recall: round(hits / expected) }),
      ...(given + expected > 0 && { f1: round((2 * hits) / (given + expected)) }),
    };
  },
  texts: () => ({}),
};

function foldedItems(value: BrickValue): Set<string> {
  return new Set(itemsOf(value).map(foldSpaceAndCase));
}

function optional(name: 'spearman' | 'kappa', value: number | undefined): Figures {
  return value === undefined ? {} : { [name]: round(value) };
}

function shareRight(judged: ReadonlyArray<{ isRight: boolean }>): number {
  return shareOf(judged.filter((answer) => answer.isRight).length, judged.length);
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Four decimals: a line of a set of 10,000. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
