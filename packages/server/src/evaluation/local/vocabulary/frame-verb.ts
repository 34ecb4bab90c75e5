/** What the verb of a yes/no question speaks of: asking, telling or offering. "asked", "asks" and "asking" are one verb. */
export type FrameVerb = 'ask' | 'tell' | 'offer' | 'other';

function list(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

const ASKING = list('ask request inquire enquire query question demand prompt');
const TELLING = list(`
  say tell inform state mention explain give provide confirm share report announce describe disclose
  notify reveal quote promise acknowledge express show read complain warn advise remind discuss note
  indicate refer name specify list cite claim talk speak clarify outline voice raise admit threaten
`);
/** Done by asking ("How about …?") as well as by telling. */
const OFFERING = list('offer recommend suggest propose');
/** To mention a thing is to mention it, wanted or not: "without breakfast" mentions breakfast. */
const NAMING = list('mention discuss refer talk speak explain describe address raise');

function forms(word: string): string[] {
  const bare = word.replace(/(?:ing|ed|s)$/, '');
  return [word, bare, `${bare}e`];
}

export function frameVerb(word: string): FrameVerb | undefined {
  for (const form of forms(word)) {
    if (ASKING.has(form)) return 'ask';
    if (TELLING.has(form)) return 'tell';
    if (OFFERING.has(form)) return 'offer';
  }
  return undefined;
}

export function isNamingVerb(word: string): boolean {
  return forms(word).some((form) => NAMING.has(form));
}
