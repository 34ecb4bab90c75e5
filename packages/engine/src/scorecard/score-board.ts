/**
 * The state of one evaluation: the engines' answers and their consequences. A brick is settled when everything that it refers to is settled:
 * it does not apply, or it has its engine's answer (which it may hold back for lack of confidence), or its score is computed. A kit without
 * conditions, abstaining or scores comes out as its engines answered.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isScore } from '../bricks/numeric/is-score.ts';
import { referencesOf } from '../bricks/references.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';
import { computeScore } from './compute-score.ts';
import { chanceOf, decideCondition, describeAnswers, describeCondition } from './decide-condition.ts';

/** Answers of engines: those of `keys`, except bricks left out because they had no valid one. */
export interface EngineAnswers {
  keys: readonly string[];
  outcomes: readonly BrickOutcome[];
}

export interface ScoreBoard {
  add(answers: EngineAnswers): void;
  /** Bricks for an engine whose conditions hold, or without conditions, that have not been asked yet. */
  ready(): BrickDocument[];
  /** Bricks for an engine whose conditions depend on missing answers. */
  waiting(): BrickDocument[];
  /** Every settled answer, in the kit's order. */
  outcomes(): BrickOutcome[];
}

/** @param wording of reasons. */
export function createScoreBoard(bricks: readonly BrickDocument[], wording: Wording = ENGLISH_WORDING): ScoreBoard {
  const asked = new Set<string>();
  const answered = new Map<string, BrickOutcome>();
  const settled = new Map<string, BrickOutcome>();
  /** Asked without a valid answer: settled too, without an outcome. */
  const isDone = (key: string) => settled.has(key) || (asked.has(key) && !answered.has(key));
  const isDecidable = (brick: BrickDocument) => referencesOf(brick).every(isDone);

  const settleBrick = (brick: BrickDocument): BrickOutcome | undefined => {
    const excluded = exclusionOf(brick, bricks, settled, wording);
    if (excluded !== undefined) return excluded;
    const answer = isScore(brick) ? computeScore(brick, bricks, settled, wording) : answered.get(brick.key);
    return answer === undefined ? undefined : abstain(brick, answer);
  };
  const settle = () => {
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (const brick of bricks) {
        if (settled.has(brick.key) || !isDecidable(brick)) continue;
        const outcome = settleBrick(brick);
        if (outcome === undefined) continue;
        settled.set(brick.key, outcome);
        isMoving = true;
      }
    }
  };
  const open = () => bricks.filter((brick) => !isScore(brick) && !settled.has(brick.key) && !asked.has(brick.key));
  settle();
  return {
    add({ keys, outcomes }) {
      for (const key of keys) asked.add(key);
      for (const outcome of outcomes) answered.set(outcome.key, outcome);
      settle();
    },
    ready: () => open().filter(isDecidable),
    waiting: () => open().filter((brick) => !isDecidable(brick)),
    outcomes: () => bricks.flatMap(({ key }) => settled.get(key) ?? []),
  };
}

/** The outcome of a brick that does not apply, or for which this is unknown. */
export function exclusionOf(
  brick: BrickDocument,
  bricks: readonly BrickDocument[],
  settled: ReadonlyMap<string, BrickOutcome>,
  wording: Wording = ENGLISH_WORDING,
): BrickOutcome | undefined {
  const { key, applies_when } = brick;
  if (applies_when === undefined) return undefined;
  const decision = decideCondition(applies_when, settled);
  if (decision === true) return undefined;
  const when = describeCondition(applies_when, bricks, wording);
  const is = describeAnswers(applies_when, settled, bricks, wording);
  const chance = chanceOf(applies_when, settled);
  const common: Omit<BrickOutcome, 'confidence' | 'reason'> = { key, value: null, basis: 'condition', evidence: [] };
  return decision === false
    ? {
        ...common,
        applicability: 'not_applicable',
        confidence: 1 - chance,
        reason: wording.say('applies only when', { when, is }),
      }
    : {
        ...common,
        applicability: 'abstained',
        confidence: 0,
        reason: wording.say('applies if known', { when, is }),
      };
}

/** An answer that is not sure enough is withheld. */
export function abstain({ abstain_below }: BrickDocument, answer: BrickOutcome): BrickOutcome {
  if (answer.applicability !== undefined || abstain_below === undefined) return answer;
  // A value that only stands for "not known" is never an answer if the brick may abstain.
  if (answer.basis !== 'unsaid' && answer.confidence >= abstain_below) return answer;
  return { ...answer, value: null, applicability: 'abstained' };
}
