/**
 * How sure a side may be at most, whatever the sum of the evidence. Two mistakes look like certainty: a customer who is an expert, or is called, and so talks like an agent;
 * and labels that were swapped. So words alone are sure only where there are many and they leave no doubt, and labels only where the words bear them out.
 * The limits follow `node bench/sides/hard.ts` and cost about 4 % of ordinary conversations with honest labels their certainty.
 */
import type { Side } from '../conversation.ts';
import type { Evidence } from './weigh-sides.ts';

/** Below 0.9, where every side has a warning. */
export const DOUBTFUL = 0.89;
export const SURE = 0.999;
/** Of both together: fewer are too little to see through somebody who talks like the other side. */
const MANY_WORDS = 200;
const FAR_APART = 4;
/** A customer of an ordinary conversation sounds no more like an agent than this. */
const LIKE_AN_AGENT = 1.5;
/** Labels such as `Doctor` or `Caller` are on both sides: they add to the words, they do not settle anything. */
const MEANS_A_SIDE = 0.95;
/** By how much the words have to bear out labels; few words together, half as much. */
const BORNE_OUT = 2.2;
const FEW_WORDS = 20;

export interface Heard extends Evidence {
  /** How much the words sound like an agent, however few they are. */
  faint?: number | undefined;
  words?: number;
}

export function mostSure(speakers: readonly Heard[], sideOf: (index: number) => Side): number {
  if (speakers.some(({ fixed }) => fixed !== undefined)) return SURE;
  const meant = speakers.flatMap(({ byLabel }) => ((byLabel?.reliability ?? 0) >= MEANS_A_SIDE ? (byLabel ?? []) : []));
  // An assistant beside a name may be anybody's: the customer's, too.
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
