/**
 * One probability for every speaker from all evidence: labels, addresses and words. Every assignment of sides is weighed:
 *
 *     weight = words × labels × addresses × (one-sided conversations are rare)
 *
 * Labels count as a whole: either they mean what they say, each as reliably as its word is, or (`LABELS_MEAN_NOTHING`) they mean nothing, as where
 * the two channels of a recording were swapped. So two labels that agree cannot outvote words that clearly say otherwise.
 */
import type { Side } from '../conversation.ts';
import { logistic } from './agent-score.ts';

export interface Hint {
  side: Side;
  /** The probability that the side is right, from this evidence alone. */
  reliability: number;
  /** The word is a job title that people on the other side have, too. */
  isJob?: boolean;
}

export interface Evidence {
  label: string;
  /** Already final: not weighed. */
  fixed?: Side | undefined;
  byLabel?: Hint | undefined;
  byAddress?: Hint | undefined;
  /** How much the words sound like an agent; absent if there are too few. */
  score?: number | undefined;
}

/** Swapped channels, wrong templates: rare, and the reason why words can override any label. */
const LABELS_MEAN_NOTHING = 0.03;
/** Everybody on one side. */
const ONE_SIDED = 0.002;
/** Beyond this, the words' own probability was never tested. */
const MAX_DIFFERENCE = 6.5;
/** Ten speakers have a thousand combinations of sides; those with the fewest words are left out. */
export const MAX_WEIGHED = 10;

/** The probability that each speaker is an agent. */
export function weighSides(speakers: readonly Evidence[]): number[] {
  const agent = speakers.map(() => 0);
  let total = 0;
  for (let ways = 0; ways < 2 ** speakers.length; ways += 1) {
    const sides = speakers.map((_, index): Side => ((ways >> index) & 1 ? 'agent' : 'customer'));
    if (speakers.some(({ fixed }, index) => fixed !== undefined && fixed !== sides[index])) continue;
    const weight = weightOf(speakers, sides);
    total += weight;
    for (const [index, side] of sides.entries()) if (side === 'agent') agent[index] = (agent[index] ?? 0) + weight;
  }
  return agent.map((weight) => (total === 0 ? 0.5 : weight / total));
}

function weightOf(speakers: readonly Evidence[], sides: readonly Side[]): number {
  const isOneSided = speakers.length > 1 && new Set(sides).size === 1;
  return (
    wordsWeight(speakers, sides) *
    labelsWeight(
      speakers.map(({ byLabel }) => byLabel),
      sides,
    ) *
    addressesWeight(
      speakers.map(({ byAddress }) => byAddress),
      sides,
    ) *
    (isOneSided ? ONE_SIDED : 1)
  );
}

/** The mean over all pairs of an agent and a customer, multiplied by the number of speakers minus one: as many independent comparisons as there are. */
function wordsWeight(speakers: readonly Evidence[], sides: readonly Side[]): number {
  const scoresOf = (side: Side) =>
    speakers.flatMap(({ score }, index) => (score !== undefined && sides[index] === side ? [score] : []));
  const agents = scoresOf('agent');
  const customers = scoresOf('customer');
  const scored = agents.length + customers.length;
  if (scored < 2) return 1;
  if (agents.length === 0 || customers.length === 0) return 0.5 ** (scored - 1);
  let sum = 0;
  for (const agent of agents) {
    for (const customer of customers) {
      const difference = Math.max(-MAX_DIFFERENCE, Math.min(MAX_DIFFERENCE, agent - customer));
      sum += Math.log(logistic(difference));
    }
  }
  return Math.exp((sum / (agents.length * customers.length)) * (scored - 1));
}

function labelsWeight(hints: ReadonlyArray<Hint | undefined>, sides: readonly Side[]): number {
  let meant = 1;
  let chance = 1;
  for (const [index, hint] of hints.entries()) {
    if (hint === undefined) continue;
    meant *= hint.side === sides[index] ? hint.reliability : 1 - hint.reliability;
    chance /= 2;
  }
  return (1 - LABELS_MEAN_NOTHING) * meant + LABELS_MEAN_NOTHING * chance;
}

/** The addresses of a thread are one observation, which shows in each of them: right as a whole, or any other way but everybody on one side. */
function addressesWeight(hints: ReadonlyArray<Hint | undefined>, sides: readonly Side[]): number {
  const given = hints.flatMap((hint, index) =>
    hint === undefined ? [] : [{ ...hint, isMet: hint.side === sides[index] }],
  );
  if (given.length === 0) return 1;
  const reliability = Math.min(...given.map((hint) => hint.reliability));
  return given.every(({ isMet }) => isMet) ? reliability : (1 - reliability) / Math.max(1, 2 ** given.length - 3);
}
