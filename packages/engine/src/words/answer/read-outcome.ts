/**
 * How a conversation came out, for questions such as "Was the problem resolved?" or "Did the customer agree to …?". The last statements
 * count most: a fix that fails again is not a fix, and "I'll think about it" cancels an earlier "sounds good".
 */

import type { Side } from '../../conversation/conversation.ts';
import { phrasePattern } from '../../core/read-vocabulary.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { OUTCOME, OUTCOME_SIGNS } from '../weights/answering.ts';

export type OutcomeKind = 'solved' | 'done' | 'agreed';

export interface Outcome {
  /** Log-odds that it came about. */
  odds: number;
  /** The sentence that weighs most for the side that won. */
  segment: Segment | undefined;
}

interface Sign {
  kinds: readonly OutcomeKind[];
  who: Side;
  weight: number;
  pattern: RegExp;
}

function sign(section: keyof typeof OUTCOME_SIGNS, who: Side, kinds: readonly OutcomeKind[]): Sign {
  return { kinds, who, weight: OUTCOME_SIGNS[section], pattern: phrasePattern('outcomes', section) };
}

const ALL: readonly OutcomeKind[] = ['solved', 'done', 'agreed'];
const SIGNS: readonly Sign[] = [
  sign('works now', 'customer', ['solved', 'done']),
  sign('is done', 'agent', ['solved', 'done']),
  sign('accepts', 'customer', ['agreed']),
  sign('arranges', 'agent', ['agreed', 'done']),
  sign('content', 'customer', ['solved']),
  sign('thanks', 'customer', ['solved']),
  sign('postpones', 'agent', ['solved']),
  sign('impossible', 'agent', ALL),
  sign('gives up', 'customer', ALL),
  sign('hesitates', 'customer', ['done', 'agreed']),
];

const SOLVED = phrasePattern('outcomes', 'solved');
const DONE_WORD = phrasePattern('outcomes', 'done');
const DONE = new RegExp(`^(?:was|were|has|have|is|are) .*${DONE_WORD.source}`);
const AGREED = phrasePattern('outcomes', 'agreed');

/** What kind of outcome a question is about, if it is about one. */
export function outcomeKind(question: string, side: string | undefined): OutcomeKind | undefined {
  const lower = question.toLowerCase();
  if (SOLVED.test(lower)) return 'solved';
  if (side !== 'agent' && AGREED.test(lower)) return 'agreed';
  return DONE.test(lower) ? 'done' : undefined;
}

/** The words that turn a question into one about an outcome, rather than its topic. */
export function isOutcomeWord(word: string): boolean {
  return SOLVED.test(word) || AGREED.test(word) || DONE_WORD.test(word);
}

/** Beside the engine's own signs: the brick's keywords count for the outcome, its exclusions against it. */
export interface OutcomeHints {
  isFor: (segment: Segment) => boolean;
  isAgainst: (segment: Segment) => boolean;
}

function isMet(sign: Sign, segment: Segment): boolean {
  const { side } = segment.turn;
  return (side === undefined || side === sign.who) && sign.pattern.test(segment.joined);
}

/** From 0 at the first turn over `OUTCOME.early` in the middle to 1 at the last. */
function lateness(turn: number, lastTurn: number): number {
  const position = lastTurn === 0 ? 1 : turn / lastTurn;
  return position < 0.5 ? OUTCOME.early * 2 * position : OUTCOME.early + (1 - OUTCOME.early) * (2 * position - 1);
}

export function readOutcome(kind: OutcomeKind, segments: readonly Segment[], hints?: OutcomeHints): Outcome {
  const tests: Array<{ weight: number; test: (segment: Segment) => boolean; times: number }> = SIGNS.filter((sign) =>
    sign.kinds.includes(kind),
  ).map((sign) => ({ weight: sign.weight, test: (segment) => isMet(sign, segment), times: 0 }));
  if (hints !== undefined) {
    tests.push({ weight: OUTCOME.hint, test: hints.isFor, times: 0 });
    tests.push({ weight: -OUTCOME.hint, test: hints.isAgainst, times: 0 });
  }
  const lastTurn = segments.at(-1)?.turn.index ?? 0;
  const found: Array<{ weight: number; segment: Segment }> = [];
  for (const segment of segments.toReversed()) {
    for (const sign of tests) {
      if (!sign.test(segment)) continue;
      sign.times += 1;
      found.push({ weight: (sign.weight * lateness(segment.turn.index, lastTurn)) / sign.times, segment });
    }
  }
  const odds = found.reduce<number>((sum, { weight }) => sum + weight, OUTCOME.bias[kind]);
  const deciding = found.filter(({ weight }) => weight > 0 === odds >= 0);
  const strongest = deciding.toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))[0];
  return { odds, segment: strongest?.segment };
}
