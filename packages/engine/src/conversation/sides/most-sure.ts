/**
 * The maximum certainty of a side, whatever the sum of the evidence. Two mistakes look like certainty: a customer who is an expert, or is
 * called, and so talks like an agent; and swapped labels. So words alone are only certain if there are many and they are clear, and labels
 * only if something that is said confirms them. The limits follow `node bench/sides/hard.ts`; what they cost honest labels, whole, cut and in
 * short calls, is measured by `bench/sides/claimed.ts` and `short.ts`.
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
/** How much the words have to confirm labels; among more than two people, and against what somebody does, more; if few words are said, less. */
const BORNE_OUT = 1.6;
const BORNE_OUT_WELL = 2.2;
const BORNE_OUT_BY_FEW = 1.1;
const FEW_WORDS = 20;
/** One thing that only its own side does is enough unless the words favour the other side, two unless they clearly do. */
const ACTS = 1;
const TWO_ACTS = 2;
const AGAINST = -0.5;

export interface Heard extends Evidence {
  /** How much the words sound like an agent, even if there are few. */
  faint?: number | undefined;
  /** How many things the speaker does that only an agent does, minus those that only a customer does. */
  acts?: number | undefined;
  words?: number;
}

export function mostSure(speakers: readonly Heard[], sideOf: (index: number) => Side): number {
  if (speakers.some(({ fixed }) => fixed !== undefined)) return SURE;
  const meant = speakers.flatMap(({ byLabel }) => ((byLabel?.reliability ?? 0) >= MEANS_A_SIDE ? (byLabel ?? []) : []));
  // An assistant next to a name may be anybody's: the customer's, too.
  const sides = new Set(speakers.flatMap(({ byLabel }) => byLabel?.side ?? []));
  const isJob = sides.size === 1 && meant.length > 0 && meant.every((hint) => hint.isJob === true);
  const isHinted = speakers.some(({ byAddress }) => byAddress !== undefined) || (meant.length > 0 && !isJob);
  const difference = differenceOf(speakers, sideOf, ({ faint }) => faint);
  if (!isHinted) return difference !== undefined && areWordsClear(speakers, difference) ? SURE : DOUBTFUL;
  if (difference === undefined) return SURE;
  const acts = differenceOf(speakers, sideOf, (speaker) => speaker.acts) ?? 0;
  return difference > borneOut(speakers, acts) ? SURE : DOUBTFUL;
}

/** How much more the agents must sound like agents. */
function borneOut(speakers: readonly Heard[], acts: number): number {
  const words = speakers.reduce((sum, one) => sum + (one.words ?? 0), 0);
  const isWeighed = words >= FEW_WORDS || speakers.some(({ score }) => score !== undefined);
  if (speakers.length > 2) return isWeighed ? BORNE_OUT_WELL : BORNE_OUT_BY_FEW;
  if (acts >= ACTS) return acts >= TWO_ACTS ? AGAINST : 0;
  if (!isWeighed) return BORNE_OUT_BY_FEW;
  return acts < 0 ? BORNE_OUT_WELL : BORNE_OUT;
}

function areWordsClear(speakers: readonly Heard[], difference: number): boolean {
  const words = speakers.reduce((sum, one) => sum + (one.words ?? 0), 0);
  const lowest = Math.min(...speakers.map(({ faint = 0 }) => faint));
  return words >= MANY_WORDS && difference >= FAR_APART && lowest <= LIKE_AN_AGENT;
}

/** How much higher the measure is for agents than for customers, on average. */
function differenceOf(
  speakers: readonly Heard[],
  sideOf: (index: number) => Side,
  measure: (speaker: Heard) => number | undefined,
): number | undefined {
  const meanOf = (side: Side) => {
    const measured = speakers.flatMap((speaker, index) => (sideOf(index) === side ? (measure(speaker) ?? []) : []));
    return measured.length === 0 ? undefined : measured.reduce((sum, one) => sum + one, 0) / measured.length;
  };
  const [agents, customers] = [meanOf('agent'), meanOf('customer')];
  return agents === undefined || customers === undefined ? undefined : agents - customers;
}
