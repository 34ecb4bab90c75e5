/**
 * Learning a brick from labelled conversations: a logistic model that starts from the zero-shot scores. How much those
 * count and how sure the result may be are both chosen by cross-validation. Deterministic: folds go by position.
 */
import type { BrickDocument } from '@brickwork/contract';
import type { Conversation } from '../../../conversation/conversation.ts';
import { logistic } from '../answer/calibrate.ts';
import { createMatcher, type Matcher } from '../match/matcher.ts';
import { annotateConversation } from '../text/annotate-conversation.ts';
import { createTermTable } from '../text/term-table.ts';
import { wordVectors } from '../vectors/word-vectors.ts';
import { choosePlaces } from './choose-stems.ts';
import { chancesOfExample, type FitOptions, fitSoftmax } from './fit-softmax.ts';
import {
  type ClassValue,
  type LearnedModel,
  learnedVersion,
  logOdds,
  packWeights,
  toExample,
} from './learned-model.ts';
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

const FOLDS = 5;
const FEWEST_LABELS = 4;

/** How a type of brick is learned: how much its zero-shot scores may count, and what holds the weights back. */
interface Manner {
  blends: readonly number[];
  /** For labels that stand in the kit itself, which are not cross-validated. */
  quickBlend: number;
  decay: number;
  /** Without held-out labels: a little under what cross-validation finds with two to eight labels per class. */
  unchecked: { bias: number; slope: number };
}
const PLAIN: Manner = { blends: [0.75, 1.5, 3], quickBlend: 1.5, decay: 0.3, unchecked: { bias: 0.8, slope: 1.1 } };
/** Scores of categories lie close together: a small factor would throw away what they know. */
const TOPICAL: Manner = { blends: [1.5, 3, 4.5], quickBlend: 4, decay: 0.4, unchecked: { bias: 0.3, slope: 1 } };
const ENOUGH_PER_CATEGORY = 8;
const FULL_STEPS = 100;
/** For labels that stand in the kit itself and are fitted while answering: a third of the time, half a point worse. */
const QUICK_STEPS = 40;
const MOST_NUMERIC_CLASSES = 9;
/** Weight of the belief that the model's own odds are right, in labels. */
const PRIOR_LABELS = 10;

/** Distinct values, or for many numbers the means of equal shares of them. */
export function classesOf(brick: BrickDocument, values: readonly ClassValue[]): ClassValue[] {
  if (brick.type === 'boolean') return [false, true];
  if (brick.type === 'categorical') return brick.categories.map((category) => category.value);
  const numbers = values
    .map(Number)
    .filter((value) => Number.isFinite(value))
    .sort((left, right) => left - right);
  const distinct = [...new Set(numbers)];
  if (distinct.length <= MOST_NUMERIC_CLASSES) return distinct;
  const share = numbers.length / MOST_NUMERIC_CLASSES;
  const means = Array.from({ length: MOST_NUMERIC_CLASSES }, (_, place) => {
    const part = numbers.slice(
      Math.floor(place * share),
      Math.max(Math.floor(place * share) + 1, Math.floor((place + 1) * share)),
    );
    return Number((part.reduce((sum, value) => sum + value, 0) / part.length).toFixed(4));
  });
  return [...new Set(means)];
}

function labelOf(classes: readonly ClassValue[], value: ClassValue): number {
  if (typeof value !== 'number') return classes.indexOf(value);
  let best = 0;
  for (const [place, other] of classes.entries()) {
    if (Math.abs(Number(other) - value) < Math.abs(Number(classes[best]) - value)) best = place;
  }
  return best;
}

/** With fewer than eight labels per category the zero-shot scores count more, up to twice as much. */
function mannerOf(brick: BrickDocument, labels: number): Manner {
  if (brick.type !== 'categorical') return PLAIN;
  const wanted = ENOUGH_PER_CATEGORY * brick.categories.length;
  // In tenths: the factor is part of the document.
  const scarcity = Math.min(20, Math.max(10, Math.round((10 * wanted) / Math.max(1, labels)))) / 10;
  return {
    ...TOPICAL,
    blends: TOPICAL.blends.map((blend) => blend * scarcity),
    quickBlend: TOPICAL.quickBlend * scarcity,
  };
}

function fit(prepared: readonly Prepared[], classes: number, blend: number, options: FitOptions) {
  const places = choosePlaces(prepared, classes);
  const examples = prepared.map(({ features, zeroShot, label }) => toExample(features, places, zeroShot, blend, label));
  const weights = fitSoftmax(examples, classes, places.size + wordVectors().dimensions, options);
  const predict = ({ features, zeroShot }: Prepared): Float64Array =>
    chancesOfExample(weights, toExample(features, places, zeroShot, blend));
  return { places, weights, predict };
}

interface Held {
  chances: Float64Array;
  label: number;
}

function crossValidate(prepared: readonly Prepared[], classes: number, blend: number, decay: number): Held[] {
  const held: Held[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const training = prepared.filter((_, place) => place % FOLDS !== fold);
    const { predict } = fit(training, classes, blend, { steps: QUICK_STEPS, rate: 1, decay });
    for (const [place, item] of prepared.entries())
      if (place % FOLDS === fold) held.push({ chances: predict(item), label: item.label });
  }
  return held;
}

function logLoss(held: readonly Held[]): number {
  return held.reduce((sum, { chances, label }) => sum - Math.log(Math.max(1e-6, chances[label] ?? 0)), 0);
}

/**
 * Fewer mistakes, then the smaller loss. The loss alone favours large zero-shot scores, since models of four fifths of the
 * labels are timid: it cost four points where the labels teach much.
 */
function isBetter(left: readonly Held[], right: readonly Held[]): boolean {
  const difference = mistakes(left) - mistakes(right);
  return difference === 0 ? logLoss(left) < logLoss(right) : difference < 0;
}

function mistakes(held: readonly Held[]): number {
  return held.filter(({ chances, label }) => chances.some((chance) => chance > (chances[label] ?? 0))).length;
}

/** Platt scaling of the best class's log odds, held towards "as it is" by a prior. */
function fitCalibration(held: readonly Held[]): { bias: number; slope: number } {
  let bias = 0;
  let slope = 1;
  const points = held.map(({ chances, label }) => {
    const best = chances.reduce((most, value) => Math.max(most, value), 0);
    return { odds: logOdds(best), isRight: chances[label] === best ? 1 : 0 };
  });
  const rate = 2 / (points.length + PRIOR_LABELS);
  for (let step = 0; step < 500; step += 1) {
    let biasSlope = PRIOR_LABELS * 0.1 * bias;
    let slopeSlope = PRIOR_LABELS * 0.5 * (slope - 1);
    for (const { odds, isRight } of points) {
      const error = logistic(bias + slope * odds) - isRight;
      biasSlope += error;
      slopeSlope += error * odds;
    }
    bias -= rate * biasSlope;
    slope = Math.max(0.1, slope - (rate / 4) * slopeSlope);
  }
  return { bias: Number(bias.toFixed(4)), slope: Number(slope.toFixed(4)) };
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
  const { places, weights } = fit(prepared, classes.length, blend, {
    steps,
    rate: 1,
    decay: mannerOf(brick, prepared.length).decay,
  });
  return {
    version: learnedVersion(brick),
    labels: prepared.length,
    classes,
    zero_shot: blend,
    stems: [...places.keys()],
    ...packWeights(weights),
    calibration,
  };
}

/** The model for `brick.learned`, or undefined where the labels cannot teach anything. */
export function learnBrick(brick: BrickDocument, labelled: readonly LabelledConversation[]): LearnedModel | undefined {
  if (brick.type === 'text') return undefined;
  const classes = classesOf(
    brick,
    labelled.map(({ value }) => value),
  );
  const prepared = prepare(brick, labelled, classes);
  if (prepared.length < FEWEST_LABELS || new Set(prepared.map(({ label }) => label)).size < 2) return undefined;
  const { blends, decay } = mannerOf(brick, prepared.length);
  const tried = blends.map((blend) => ({ blend, held: crossValidate(prepared, classes.length, blend, decay) }));
  const best = tried.reduce((left, right) => (isBetter(right.held, left.held) ? right : left));
  const calibration = fitCalibration(best.held);
  return toModel(brick, prepared, classes, { blend: best.blend, steps: FULL_STEPS, calibration });
}

/** The same without cross-validation, for the few labels that stand in a brick's hints. */
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
  return toModel(brick, prepared, classes, { blend: quickBlend, steps: QUICK_STEPS, calibration: unchecked });
}
