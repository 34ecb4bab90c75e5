/** The answer of a learned brick, on top of its zero-shot answer. */

import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { brickType } from '../../bricks/brick-types.ts';
import type { LearnedModel } from '../../bricks/learned-document.ts';
import { toStep } from '../../bricks/numeric/scale.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { calibrate, roundConfidence } from '../answer/calibrate.ts';
import { byScore, type LexicalAnswer } from '../answer/lexical-answer.ts';
import type { Matcher } from '../match/matcher.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { segmentEvidence } from '../text/evidence.ts';
import { LEARNING } from '../weights/learning.ts';
import { isLearnable, learnQuickly } from './learn-brick.ts';
import { asCalibration, type ClassValue, chancesOf, logOdds, type ReadModel, readLearned } from './learned-model.ts';
import { readFeatures } from './read-features.ts';
import { zeroShotScores } from './zero-shot-scores.ts';

/**
 * Labels in a brick's hints are fitted once per thread, not once per conversation. Kits reach a thread as copies, so
 * the key is the brick's text; the model depends on that alone, so remembering it changes no answer.
 */
const fitted = new Map<string, LearnedModel | undefined>();
const MOST_FITTED = 64;

function asConversation(text: string): Conversation {
  return { text, turns: [{ index: 0, text, start: 0, end: text.length }], format: 'plain' };
}

function fitLabels(brick: BrickDocument): LearnedModel | undefined {
  const labelled = brick.hints?.labelled ?? [];
  if (labelled.length === 0 || !isLearnable(brick)) return undefined;
  const key = JSON.stringify(brick);
  if (fitted.has(key)) return fitted.get(key);
  const model = learnQuickly(
    brick,
    labelled.map(({ text, value }) => ({ conversation: asConversation(text), value })),
  );
  const [oldest] = fitted.keys();
  if (fitted.size >= MOST_FITTED && oldest !== undefined) fitted.delete(oldest);
  fitted.set(key, model);
  return model;
}

function modelOf(brick: BrickDocument, dimensions: number): ReadModel | undefined {
  const read = readLearned(brick, dimensions);
  if (read !== undefined) return read;
  const model = fitLabels(brick);
  return model === undefined ? undefined : readLearned({ ...brick, learned: { ...model } }, dimensions);
}

function bestPosition(chances: Float64Array): number {
  let best = 0;
  for (const [position, chance] of chances.entries()) if (chance > (chances[best] ?? 0)) best = position;
  return best;
}

function weightOf(read: ReadModel, position: number, stem: string): number {
  const at = read.stemPositions.get(stem);
  return at === undefined ? 0 : (read.weights.cells[position * read.weights.width + at] ?? 0);
}

/** The sentence whose words point most to the class, and those words. */
function support(
  matcher: Matcher,
  brick: BrickDocument,
  read: ReadModel,
  position: number,
): { segment: Segment | undefined; words: string[] } {
  let segment: Segment | undefined;
  let most = 0;
  for (const candidate of matcher.segmentsOf(brick.speaker)) {
    const sum = candidate.tokens.reduce(
      (total, { term }) => total + weightOf(read, position, term.stem) * term.rarity,
      0,
    );
    if (sum > most) {
      most = sum;
      segment = candidate;
    }
  }
  const tokens = segment?.tokens ?? [];
  const words = [...new Set(tokens.map((token) => token.term))]
    .map((term) => ({ term, weight: weightOf(read, position, term.stem) * term.rarity }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight || left.term.id - right.term.id)
    .slice(0, LEARNING.namedStems)
    .map(({ term }) => term.text);
  return { segment, words };
}

function classValue(brick: BrickDocument, read: ReadModel, chances: Float64Array, position: number): ClassValue {
  const asked = brickType(brick).askAs(brick);
  if (asked.as !== 'number' && asked.as !== 'rating') return read.model.classes[position] ?? '';
  const mean = read.model.classes.reduce<number>((sum, value, at) => sum + Number(value) * (chances[at] ?? 0), 0);
  return toStep(asked.brick, mean);
}

/** Undefined where the brick has learned nothing. */
export function answerLearned(matcher: Matcher, brick: BrickDocument): LexicalAnswer | undefined {
  const read = isLearnable(brick) ? modelOf(brick, matcher.table.vectors.dimensions) : undefined;
  if (read === undefined) return undefined;
  const chances = chancesOf(read, readFeatures(matcher, brick), zeroShotScores(matcher, brick, read.model.classes));
  const position = bestPosition(chances);
  const { segment, words } = support(matcher, brick, read, position);
  const confidence = calibrate(asCalibration(read.model), { odds: logOdds(chances[position] ?? 0) });
  const speaking = words.length > 0 ? ` Words that point to it: ${words.join(', ')}.` : '';
  const value = classValue(brick, read, chances, position);
  const isShown = segment !== undefined && value !== false;
  const outcome: BrickOutcome = {
    key: brick.key,
    value,
    confidence: roundConfidence(Math.min(LEARNING.mostSure, confidence)),
    basis: 'learned',
    reason: `Learned from ${read.model.labels} labels.${speaking}`,
    evidence: isShown ? [segmentEvidence(matcher.annotated.conversation, segment)] : [],
  };
  const scores = byScore(read.model.classes.map((known, at) => ({ value: known, score: chances[at] ?? 0 })));
  return { outcome, scores };
}
