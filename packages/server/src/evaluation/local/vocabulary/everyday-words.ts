/**
 * Words that belong to any request whatever it is about: times, ways to begin, and what every service has. A category may
 * name them, but they tell it from the others only half as well as their rarity says.
 */
import type { Term } from '../text/term-table.ts';

const EVERYDAY_WEIGHT = 0.5;
const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  `
account accounts service services number numbers name names information info detail details question questions help
problem problems issue issues request requests company companies team support agent
day days time times date dates month months week weeks weekend year years hour hours minute minutes today tonight
tomorrow yesterday morning afternoon evening night monday tuesday wednesday thursday friday saturday sunday
new old first last next good bad right wrong big little long sorry
call calling calls called contact contacting talk talking speak speaking understand wondering wonder guys guy sir madam
use used using work working works come coming comes came put keep trying try take taking took give gave start
able possible available currently recently
`
    .trim()
    .split(/\s+/),
);

/** How much a word says about the topic, 0 to 1. */
export function topicWeight(term: Term): number {
  return EVERYDAY_WORDS.has(term.text) ? EVERYDAY_WEIGHT * term.rarity : term.rarity;
}
