/** What the two sides of a conversation do to each other: fail, correct, repeat, thank. Signs from 0 to 1, tones from -1. */

import type { Segment } from '../text/annotate-conversation.ts';
import { meanTone } from '../text/tone.ts';
import { phrasePattern, vocabularyLines } from '../vocabulary/read-vocabulary.ts';
import { EXCHANGE } from '../weights/answering.ts';

export interface Exchange {
  /** What the customer says, or everybody where sides are not known. */
  customer: readonly Segment[];
  tone: number;
  closingTone: number;
  gratitude: number;
  agreement: number;
  confirmation: number;
  failure: number;
  misunderstanding: number;
  correction: number;
  repetition: number;
  complaint: number;
  givingUp: number;
  length: number;
}

type TurnSegments = readonly Segment[];

const COMPLAINT = phrasePattern('satisfaction', 'complaint');
const CORRECTION = phrasePattern('satisfaction', 'correction');
const FLAT_NO = new RegExp(`^(?:no|nope)\\b,? (?!${vocabularyLines('satisfaction', 'polite no').join('|')})`);
const FAILURE = phrasePattern('satisfaction', 'failure');
const GIVING_UP = phrasePattern('satisfaction', 'giving up');
const STRONG_THANKS = phrasePattern('satisfaction', 'strong thanks');
const THANKS = phrasePattern('satisfaction', 'thanks');

function byTurn(segments: readonly Segment[]): Segment[][] {
  const turns: Segment[][] = [];
  let last = -1;
  for (const segment of segments) {
    if (segment.turn.index !== last) turns.push([]);
    last = segment.turn.index;
    turns.at(-1)?.push(segment);
  }
  return turns;
}

function contentStems(turn: TurnSegments): Set<string> {
  const stems = new Set<string>();
  for (const segment of turn) for (const { term } of segment.tokens) if (!term.isStop) stems.add(term.stem);
  return stems;
}

function isRepeat(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const smaller = Math.min(left.size, right.size);
  if (smaller === 0 || (smaller === 1 && Math.max(left.size, right.size) > 2)) return false;
  let shared = 0;
  for (const stem of right) if (left.has(stem)) shared += 1;
  return shared / smaller >= EXCHANGE.sameRequest;
}

/** The share of turns that say again what one of the two turns before them by the same side said. */
function repetition(turns: readonly TurnSegments[]): number {
  const stems = turns.map(contentStems);
  const repeats = stems.filter((own, position) =>
    [stems[position - 1], stems[position - 2]].some((other) => other !== undefined && isRepeat(other, own)),
  );
  return turns.length < 2 ? 0 : repeats.length / turns.length;
}

/** The share of turns that a test holds for, three times over: a third of all turns is as bad as it gets. */
function share(turns: readonly TurnSegments[], test: (segment: Segment) => boolean): number {
  if (turns.length === 0) return 0;
  return Math.min(1, (EXCHANGE.fullShare * turns.filter((turn) => turn.some(test)).length) / turns.length);
}

/** "No" to what was not asked as a yes or no: a correction. */
function corrections(customerTurns: readonly TurnSegments[], agentTurns: readonly TurnSegments[]): number {
  const asked = new Set(
    agentTurns.flatMap((turn) => (turn.at(-1)?.acts.has('question') === true ? [turn[0]?.turn.index ?? -1] : [])),
  );
  return share(customerTurns, ({ joined, turn }) => {
    if (CORRECTION.test(joined)) return true;
    return !asked.has(turn.index - 1) && FLAT_NO.test(`${joined} `);
  });
}

function gratitudeOf(turns: readonly TurnSegments[]): number {
  const last = turns.slice(-2).flat();
  if (last.some(({ joined }) => STRONG_THANKS.test(joined))) return 1;
  return last.some(({ joined }) => THANKS.test(joined)) ? EXCHANGE.plainThanks : 0;
}

export function readExchange(segments: readonly Segment[]): Exchange {
  const hasSides = segments.some((segment) => segment.turn.side === 'customer');
  const customer = hasSides ? segments.filter((segment) => segment.turn.side === 'customer') : segments;
  const agent = hasSides ? segments.filter((segment) => segment.turn.side !== 'customer') : segments;
  const customerTurns = byTurn(customer);
  const agentTurns = byTurn(agent);
  const late = customer.slice(Math.floor(customer.length * (1 - EXCHANGE.lateShare)));
  const request = customer[0]?.turn.index;
  return {
    customer,
    tone: meanTone(customer, ({ turn }) => (turn.index === request ? EXCHANGE.request : 1)),
    closingTone: meanTone(late),
    gratitude: gratitudeOf(customerTurns),
    agreement: share(customerTurns, ({ acts }) => acts.has('agreement')),
    confirmation: agent.some(({ acts }) => acts.has('confirmation')) ? 1 : 0,
    failure: share(agentTurns, ({ joined }) => FAILURE.test(joined)),
    misunderstanding: share(agentTurns, ({ acts }) => acts.has('not_understood')),
    correction: corrections(customerTurns, agentTurns),
    repetition: Math.min(
      1,
      EXCHANGE.customerRepeats * repetition(customerTurns) + EXCHANGE.agentRepeats * repetition(agentTurns),
    ),
    complaint: share(customerTurns, ({ joined }) => COMPLAINT.test(joined)),
    givingUp: customerTurns
      .slice(-2)
      .flat()
      .some(({ joined }) => GIVING_UP.test(joined))
      ? 1
      : 0,
    length: Math.min(
      EXCHANGE.longest,
      Math.max(EXCHANGE.shortest, Math.log2((customerTurns.length + agentTurns.length) / EXCHANGE.usualTurns)),
    ),
  };
}
