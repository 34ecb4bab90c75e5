/** What the two sides of a conversation do to each other: fail, correct, repeat, thank. Signs from 0 to 1, tones from -1. */
import type { Segment } from '../text/annotate-conversation.ts';
import { meanTone } from '../text/tone.ts';

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

const LATE_SHARE = 0.34;
const USUAL_TURNS = 12;
/** The first turn mostly tells what one came for ("a terrible headache"), not how one is served. */
const REQUEST_WEIGHT = 0.5;
const SAME_REQUEST = 0.7;
const FULL_SHARE = 3;

const COMPLAINT =
  /\b(?:not (?:what|working|right|helpful|acceptable|happy|good|really what)|wrong|still (?:not|no|nothing|waiting)|again|ridiculous|useless|terrible|awful|worst|annoy\w*|frustrat\w*|angry|upset|disappoint\w*|complain\w*|waste|unacceptable|already (?:told|said|gave)|what the|wtf|seriously|too (?:long|late|expensive|far)|(?:does|did|do) not (?:work|help)|never works)\b/;
const CORRECTION =
  /\b(?:i (?:said|meant|asked|just (?:told|said)|told you|already (?:said|told|did|have))|not what i|that is not|that was not|as i said|i did not (?:ask|say|want|mean)|you (?:misunderstood|are not listening)|wrong (?:one|city|day|date|time|place))\b/;
const FLAT_NO =
  /^(?:no|nope)\b,? (?!thank|thanks|that is|that will|that was|problem|worries|more|nothing|need|i am (?:good|fine|all)|it is (?:okay|fine|ok))/;
const FAILURE =
  /\b(?:not (?:able|possible|available)|unable|unsuccessful|unavailable|fail\w*|fully booked|sold out|no (?:tables?|rooms?|results?|flights?|trains?|cars?|other|more|matches|such|\w+ match\w*)|nothing (?:there|matching|available|found|i can)|there (?:is|are) (?:no|not|none)|is not one|do not have|does not have|can not (?:do|help|find|say|see|book|make)|could not (?:find|book)|(?:i|we) have no|i (?:do not|am not) (?:know|sure)|not that i know|only have|unfortunately|i am afraid|error|invalid|no such|no longer)\b/;
const GIVING_UP =
  /\b(?:never ?mind|forget it|give up|elsewhere|somewhere else|another (?:site|place|company)|look myself|check myself|leave it|not worth|talk to (?:a )?(?:human|person|someone|agent)|stop|cancel everything|thanks anyway)\b/;
const STRONG_THANKS =
  /\b(?:thank(?:s| you) (?:so|very|a (?:lot|bunch|million|ton))|thank(?:s| you) for (?:your|the|all|everything)|really appreciate|appreciate (?:it|your)|(?:great|perfect|awesome|excellent|wonderful|fantastic|lovely|brilliant|super)\W+(?:thank|that is|thx)|you (?:are the best|made my day|have been)|so helpful)\b/;
const THANKS = /\b(?:thank|thanks|thx|ty|cheers|appreciate\w*)\b/;

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
  return shared / smaller >= SAME_REQUEST;
}

/** The share of turns that say again what one of the two turns before them by the same side said. */
function repetition(turns: readonly TurnSegments[]): number {
  const stems = turns.map(contentStems);
  const repeats = stems.filter((own, place) =>
    [stems[place - 1], stems[place - 2]].some((other) => other !== undefined && isRepeat(other, own)),
  );
  return turns.length < 2 ? 0 : repeats.length / turns.length;
}

/** The share of turns that a test holds for, three times over: a third of all turns is as bad as it gets. */
function share(turns: readonly TurnSegments[], test: (segment: Segment) => boolean): number {
  if (turns.length === 0) return 0;
  return Math.min(1, (FULL_SHARE * turns.filter((turn) => turn.some(test)).length) / turns.length);
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
  return last.some(({ joined }) => THANKS.test(joined)) ? 0.6 : 0;
}

export function readExchange(segments: readonly Segment[]): Exchange {
  const hasSides = segments.some((segment) => segment.turn.side === 'customer');
  const customer = hasSides ? segments.filter((segment) => segment.turn.side === 'customer') : segments;
  const agent = hasSides ? segments.filter((segment) => segment.turn.side !== 'customer') : segments;
  const customerTurns = byTurn(customer);
  const agentTurns = byTurn(agent);
  const late = customer.slice(Math.floor(customer.length * (1 - LATE_SHARE)));
  const request = customer[0]?.turn.index;
  return {
    customer,
    tone: meanTone(customer, ({ turn }) => (turn.index === request ? REQUEST_WEIGHT : 1)),
    closingTone: meanTone(late),
    gratitude: gratitudeOf(customerTurns),
    agreement: share(customerTurns, ({ acts }) => acts.has('agreement')),
    confirmation: agent.some(({ acts }) => acts.has('confirmation')) ? 1 : 0,
    failure: share(agentTurns, ({ joined }) => FAILURE.test(joined)),
    misunderstanding: share(agentTurns, ({ acts }) => acts.has('not_understood')),
    correction: corrections(customerTurns, agentTurns),
    repetition: Math.min(1, 3 * repetition(customerTurns) + 2 * repetition(agentTurns)),
    complaint: share(customerTurns, ({ joined }) => COMPLAINT.test(joined)),
    givingUp: customerTurns
      .slice(-2)
      .flat()
      .some(({ joined }) => GIVING_UP.test(joined))
      ? 1
      : 0,
    length: Math.min(2, Math.max(-1, Math.log2((customerTurns.length + agentTurns.length) / USUAL_TURNS))),
  };
}
