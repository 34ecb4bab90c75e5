/**
 * Themes in what calls say about something: the few concepts that together cover the most calls with the least overlap. Each is named in
 * the calls' own words, and calls in none of them are *other*. Nothing is random: the same passages give the same themes.
 */
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { conceptsOf, topicOf } from './concepts-of.ts';

export interface Theme {
  concept: string;
  /** The wording of most of its calls. */
  phrase: string;
  /** Other words for it. */
  also: string[];
  /** The indexes of its calls. */
  calls: number[];
}

export interface FoundThemes {
  themes: Theme[];
  /** Calls in none of the themes. */
  other: number[];
}

/** With fewer calls, a theme may identify a person, or be chance. */
const LEAST_CALLS = 5;
const LEAST_SHARE = 0.03;
const MOST_THEMES = 8;
const MOST_CANDIDATES = 300;
const MOST_ALSO = 4;
/** The penalty for a call in one more theme: themes should be distinct, though a call may be in two. */
const OVERLAP = 0.4;
/** A theme is named by a phrase instead of a word if this share of its calls contains the phrase. */
const SAID_BY_MANY = 0.4;
const ROUNDS = 5;

interface Candidate {
  concept: string;
  calls: number[];
  /** How often each wording occurs. */
  said: Map<string, number>;
}

/** `passages`: for each call, its passages. */
export async function findThemes(passages: readonly (readonly string[])[], topic: string): Promise<FoundThemes> {
  const least = Math.max(LEAST_CALLS, Math.ceil(LEAST_SHARE * passages.length));
  const candidates = await candidatesOf(passages, topic, least);
  const chosen = chooseThemes(candidates, passages.length, least);
  const covered = new Set(chosen.flatMap(({ calls }) => calls));
  const themes = chosen
    .map((candidate) => ({ ...nameOf(candidate, candidates), concept: candidate.concept, calls: candidate.calls }))
    .toSorted((a, b) => b.calls.length - a.calls.length || (a.phrase < b.phrase ? -1 : 1));
  return { themes, other: passages.map((_, call) => call).filter((call) => !covered.has(call)) };
}

async function candidatesOf(
  passages: readonly (readonly string[])[],
  topic: string,
  least: number,
): Promise<Candidate[]> {
  const turns = takeTurns();
  const about = topicOf(topic);
  const found = new Map<string, Candidate>();
  for (const [call, own] of passages.entries()) {
    if (turns.isOver()) await turns.pass();
    for (const [concept, phrase] of own.flatMap((passage) => [...conceptsOf(passage, about)])) {
      const candidate = found.get(concept) ?? { concept, calls: [], said: new Map<string, number>() };
      found.set(concept, candidate);
      if (candidate.calls.at(-1) !== call) candidate.calls.push(call);
      candidate.said.set(phrase, (candidate.said.get(phrase) ?? 0) + 1);
    }
  }
  return [...found.values()]
    .filter(({ calls }) => calls.length >= least)
    .toSorted((a, b) => b.calls.length - a.calls.length || (a.concept < b.concept ? -1 : 1))
    .slice(0, MOST_CANDIDATES);
}

/** Greedy; then each theme is replaced by a better one, as long as that helps. */
function chooseThemes(candidates: readonly Candidate[], calls: number, least: number): Candidate[] {
  const covers = new Uint16Array(calls);
  const chosen: Candidate[] = [];
  const count = (candidate: Candidate, by: 1 | -1) => {
    for (const call of candidate.calls) covers[call] = (covers[call] ?? 0) + by;
  };
  const gainOf = (candidate: Candidate) => {
    const fresh = candidate.calls.filter((call) => covers[call] === 0).length;
    return fresh < least ? 0 : fresh - OVERLAP * (candidate.calls.length - fresh);
  };
  const takeBest = (): Candidate | undefined => {
    let [best, most]: [Candidate | undefined, number] = [undefined, 0];
    for (const candidate of candidates) {
      const gain = chosen.includes(candidate) ? 0 : gainOf(candidate);
      if (gain > most) [best, most] = [candidate, gain];
    }
    if (best === undefined) return undefined;
    count(best, 1);
    chosen.push(best);
    return best;
  };
  while (chosen.length < MOST_THEMES && takeBest() !== undefined);
  for (let round = 0, isBetter = true; isBetter && round < ROUNDS; round += 1) {
    isBetter = false;
    for (const candidate of [...chosen]) {
      count(candidate, -1);
      chosen.splice(chosen.indexOf(candidate), 1);
      if (takeBest() !== candidate) isBetter = true;
    }
  }
  return chosen;
}

function nameOf({ calls, said, concept }: Candidate, candidates: readonly Candidate[]): Pick<Theme, 'phrase' | 'also'> {
  const own = new Set(calls);
  const [way = concept, ...ways] = mostSaid(said);
  const longer = candidates
    .filter((other) => / /.test(other.concept) && !other.concept.startsWith('not '))
    .map((other) => ({ other, both: other.calls.filter((call) => own.has(call)).length }))
    .filter(({ other, both }) => both >= SAID_BY_MANY * calls.length && mostSaid(other.said).some(sharesWord(said)))
    .toSorted((a, b) => b.both - a.both)[0];
  const phrase = (longer && mostSaid(longer.other.said)[0]) ?? way;
  return { phrase, also: (phrase === way ? ways : [way, ...ways]).slice(0, MOST_ALSO) };
}

function sharesWord(said: ReadonlyMap<string, number>): (phrase: string) => boolean {
  return (phrase) => phrase.split(' ').some((word) => said.has(word));
}

function mostSaid(said: ReadonlyMap<string, number>): string[] {
  return [...said].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([phrase]) => phrase);
}

const SENTENCE_END = /(?<=[.!?…])\s+|\n/;

/** The sentence of a call's passages with the theme; for calls without a theme, the first passage. */
export function sentenceSaying(passages: readonly string[], concept: string | undefined, topic: string): string {
  const about = topicOf(topic);
  const said = passages
    .flatMap((passage) => passage.split(SENTENCE_END))
    .find((sentence) => concept !== undefined && conceptsOf(sentence, about).has(concept));
  return said?.trim() ?? passages[0] ?? '';
}
