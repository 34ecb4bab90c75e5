/**
 * Learning a brick from labelled conversations: a logistic model that starts from the zero-shot scores. How much those
 * count and how sure the result may be are both chosen by cross-validation. Deterministic: folds go by position.
 */

import type { BrickDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import type { LearnedModel } from '../../bricks/learned-document.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { createMatcher, type Matcher } from '../match/matcher.ts';
import { annotateConversation } from '../text/annotate-conversation.ts';
import { createTermTable } from '../text/term-table.ts';
import { wordVectors } from '../vectors/word-vectors.ts';
import { FITTING, LEARN_PLAIN, LEARN_TOPICAL, type LearnManner } from '../weights/learning.ts';
import { chooseStems } from './choose-stems.ts';
import { chancesOfExample, type FitOptions, fitSoftmax } from './fit-softmax.ts';
import { fitCalibration, type Held, logLoss, mistakes } from './held-out.ts';
import { type ClassValue, learnedVersion, packWeights, toExample } from './learned-model.ts';
import { type LearnFeatures, readFeatures } from './read-features.ts';
import { zeroShotScores } from './zero-shot-scores.ts';

export interface LabelledConversation {
  conversation: Conversation;
  value: ClassValue;
}

interface Prepared {
  features: LearnFeatures;
  zeroShot: Float64Array;
  label: number;
}

/** Distinct values, or for many numbers the means of equal shares of them. */
export function classesOf(brick: BrickDocument, values: readonly ClassValue[]): ClassValue[] {
  const asked = brickType(brick).askAs(brick);
  if (asked.as === 'boolean') return [false, true];
  if (asked.as === 'category') return asked.options.map(({ value }) => value);
  const numbers = values
    .map(Number)
    .filter((value) => Number.isFinite(value))
    .sort((left, right) => left - right);
  const distinct = [...new Set(numbers)];
  if (distinct.length <= FITTING.mostNumericClasses) return distinct;
  const share = numbers.length / FITTING.mostNumericClasses;
  const means = Array.from({ length: FITTING.mostNumericClasses }, (_, index) => {
    const part = numbers.slice(
      Math.floor(index * share),
      Math.max(Math.floor(index * share) + 1, Math.floor((index + 1) * share)),
    );
    return Number((part.reduce((sum, value) => sum + value, 0) / part.length).toFixed(4));
  });
  return [...new Set(means)];
}

function labelOf(classes: readonly ClassValue[], value: ClassValue): number {
  if (typeof value !== 'number') return classes.indexOf(value);
  let best = 0;
  for (const [index, other] of classes.entries()) {
    if (Math.abs(Number(other) - value) < Math.abs(Number(classes[best]) - value)) best = index;
  }
  return best;
}

/** With fewer than eight labels per category the zero-shot scores count more, up to twice as much. */
function mannerOf(brick: BrickDocument, labels: number): LearnManner {
  const asked = brickType(brick).askAs(brick);
  if (asked.as !== 'category') return LEARN_PLAIN;
  const wanted = FITTING.enoughPerCategory * asked.options.length;
  // In tenths: the factor is part of the document.
  const scarcity =
    Math.min(10 * FITTING.mostScarcity, Math.max(10, Math.round((10 * wanted) / Math.max(1, labels)))) / 10;
  return {
    ...LEARN_TOPICAL,
    blends: LEARN_TOPICAL.blends.map((blend) => blend * scarcity),
    quickBlend: LEARN_TOPICAL.quickBlend * scarcity,
  };
}

function fit(prepared: readonly Prepared[], classes: number, blend: number, options: FitOptions) {
  const positions = chooseStems(prepared, classes);
  const examples = prepared.map(({ features, zeroShot, label }) =>
    toExample(features, positions, zeroShot, blend, label),
  );
  const weights = fitSoftmax(examples, classes, positions.size + wordVectors().dimensions, options);
  const predict = ({ features, zeroShot }: Prepared): Float64Array =>
    chancesOfExample(weights, toExample(features, positions, zeroShot, blend));
  return { positions, weights, predict };
}

function crossValidate(prepared: readonly Prepared[], classes: number, blend: number, decay: number): Held[] {
  const held: Held[] = [];
  for (let fold = 0; fold < FITTING.folds; fold += 1) {
    const training = prepared.filter((_, index) => index % FITTING.folds !== fold);
    const { predict } = fit(training, classes, blend, { steps: FITTING.quickSteps, rate: FITTING.rate, decay });
    for (const [index, item] of prepared.entries())
      if (index % FITTING.folds === fold) held.push({ chances: predict(item), label: item.label });
  }
  return held;
}

/**
 * Fewer mistakes, then the smaller loss. The loss alone favours large zero-shot scores, since models fitted on four
 * fifths of the labels are less sure: it cost four points of accuracy where there is much to learn.
 */
function isBetter(left: readonly Held[], right: readonly Held[]): boolean {
  const difference = mistakes(left) - mistakes(right);
  return difference === 0 ? logLoss(left) < logLoss(right) : difference < 0;
}

function prepare(
  brick: BrickDocument,
  labelled: readonly LabelledConversation[],
  classes: readonly ClassValue[],
): Prepared[] {
  const prepared: Prepared[] = [];
  for (const { conversation, value } of labelled) {
    const label = labelOf(classes, value);
    if (label < 0) continue;
    const matcher: Matcher = createMatcher(annotateConversation(conversation, createTermTable()));
    prepared.push({ features: readFeatures(matcher, brick), zeroShot: zeroShotScores(matcher, brick, classes), label });
  }
  return prepared;
}

interface Choice {
  blend: number;
  steps: number;
  calibration: { bias: number; slope: number };
}

function toModel(
  brick: BrickDocument,
  prepared: readonly Prepared[],
  classes: ClassValue[],
  { blend, steps, calibration }: Choice,
): LearnedModel {
  const { positions, weights } = fit(prepared, classes.length, blend, {
    steps,
    rate: FITTING.rate,
    decay: mannerOf(brick, prepared.length).decay,
  });
  return {
    version: learnedVersion(brick),
    labels: prepared.length,
    classes,
    zero_shot: blend,
    stems: [...positions.keys()],
    ...packWeights(weights),
    calibration,
  };
}

/** Texts and lists cannot be learned: they have no classes. */
export function isLearnable(brick: BrickDocument): boolean {
  const { compareAs } = brickType(brick);
  return compareAs === 'classes' || compareAs === 'numbers';
}

export interface LearnedBrick {
  model: LearnedModel;
  /** What models of four fifths of the labels say of the others. */
  held: Held[];
}

/** The model for `brick.learned`, or undefined where the labels cannot teach anything. */
export function learnBrick(brick: BrickDocument, labelled: readonly LabelledConversation[]): LearnedBrick | undefined {
  if (!isLearnable(brick)) return undefined;
  const classes = classesOf(
    brick,
    labelled.map(({ value }) => value),
  );
  const prepared = prepare(brick, labelled, classes);
  if (prepared.length < FITTING.fewestLabels || new Set(prepared.map(({ label }) => label)).size < 2) return undefined;
  const { blends, decay } = mannerOf(brick, prepared.length);
  const tried = blends.map((blend) => ({ blend, held: crossValidate(prepared, classes.length, blend, decay) }));
  const best = tried.reduce((left, right) => (isBetter(right.held, left.held) ? right : left));
  const calibration = fitCalibration(best.held);
  const model = toModel(brick, prepared, classes, { blend: best.blend, steps: FITTING.fullSteps, calibration });
  return { model, held: best.held };
}

/** The same without cross-validation, for the few labels in a brick's hints. */
export function learnQuickly(
  brick: BrickDocument,
  labelled: readonly LabelledConversation[],
): LearnedModel | undefined {
  const classes = classesOf(
    brick,
    labelled.map(({ value }) => value),
  );
  const prepared = prepare(brick, labelled, classes);
  if (new Set(prepared.map(({ label }) => label)).size < 2) return undefined;
  const { quickBlend, unchecked } = mannerOf(brick, prepared.length);
  return toModel(brick, prepared, classes, { blend: quickBlend, steps: FITTING.quickSteps, calibration: unchecked });
}
