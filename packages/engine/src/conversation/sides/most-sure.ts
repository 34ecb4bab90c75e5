/**
 * The maximum certainty of a side, whatever the sum of the evidence. Two mistakes look like certainty: a customer who is an expert, or is
 * called, and so talks like an agent; and swapped labels. So words alone are only certain if there are many and they are clear, and labels
 * only if the words confirm them. The limits follow `node bench/sides/hard.ts` and cost about 4 % of ordinary conversations with honest
 * labels their certainty.
 */
import type { Side } from '../conversation.ts';
import type { Evidence } from './weigh-sides.ts';

/** Below 0.9, where every side has a warning. */
export const DOUBTFUL = 0.89;
export const SURE = 0.999;
/** For both together: with fewer words, a customer who talks like an agent cannot be recognised. */
const MANY_WORDS = 200;
const FAR_APART = 4;
/** A customer of an ordinary conversation does not sound more like an agent than this. */
const LIKE_AN_AGENT = 1.5;
/** Labels such as `Doctor` or `Caller` occur on both sides: they add to the words, but do not decide. */
const MEANS_A_SIDE = 0.95;
/** How much the words have to confirm labels; few words in total, half as much. */
const BORNE_OUT = 2.2;
const FEW_WORDS = 20;

export interface Heard extends Evidence {
  /** How much the words sound like an agent, even if there are few. */
  faint?: number | undefined;
  words?: number;
}

export function mostSure(speakers: readonly Heard[], sideOf: (index: number) => Side): number {
  if (speakers.some(({ fixed }) => fixed !== undefined)) return SURE;
  const meant = speakers.flatMap(({ byLabel }) => ((byLabel?.reliability ?? 0) >= MEANS_A_SIDE ? (byLabel ?? []) : []));
  // An assistant next to a name may be anybody's: the customer's, too.
  const sides = new Set(speakers.flatMap(({ byLabel }) => byLabel?.side ?? []));
  const isJob = sides.size === 1 && meant.length > 0 && meant.every((hint) => hint.isJob === true);
  const isHinted = speakers.some(({ byAddress }) => byAddress !== undefined) || (meant.length > 0 && !isJob);
  const difference = differenceOf(speakers, sideOf);
  if (!isHinted) return difference !== undefined && areWordsClear(speakers, difference) ? SURE : DOUBTFUL;
  const words = speakers.reduce((sum, one) => sum + (one.words ?? 0), 0);
  const isWeighed = words >= FEW_WORDS || speakers.some(({ score }) => score !== undefined);
  return difference === undefined || difference >= (isWeighed ? BORNE_OUT : BORNE_OUT / 2) ? SURE : DOUBTFUL;
}

function areWordsClear(speakers: readonly Heard[], difference: number): boolean {
  const words = speakers.reduce((sum, one) => sum + (one.words ?? 0), 0);
  const lowest = Math.min(...speakers.map(({ faint = 0 }) => faint));
  return words >= MANY_WORDS && difference >= FAR_APART && lowest <= LIKE_AN_AGENT;
}

/** How much more the agents sound like agents than the customers do, on average. */
function differenceOf(speakers: readonly Heard[], sideOf: (index: number) => Side): number | undefined {
  const meanOf = (side: Side) => {
    const scores = speakers.flatMap(({ faint }, index) =>
      faint !== undefined && sideOf(index) === side ? [faint] : [],
    );
    return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  const [agents, customers] = [meanOf('agent'), meanOf('customer')];
  return agents === undefined || customers === undefined ? undefined : agents - customers;
}
