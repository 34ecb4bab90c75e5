/**
 * Everyday phrases that say one word in several: "send it back" (return), "call it off" (cancel), "not … yet" (late).
 * Each is found at its last word, by a first word a few places before.
 */
import type { Word } from '../text/read-words.ts';

/** last word | how far back the first may stand | meaning: first words; … */
const PHRASES = `
back|3|return: send sent sending give giving gave bring bringing take taking; refund: money cash pay paid; callback: call
off|3|cancel: call; remove: take taking took; delivered: dropped; discount: percent
out|3|unavailable: sold; learn: find; unsubscribe: opt; login: locked; withdraw: take; visit: come
in|1|login: log logging logged sign signing
into|2|login: get log
up|3|arrive: show showed turn turned; arrange: set; register: sign; collect: pick; disconnected: hang hung
down|2|broken: broke break broken; outage: is been went goes was; refuse: turned
through|3|transfer: put; succeed: go goes going went
rid|2|remove: get getting got
times|1|twice: two
anymore|7|stop: want need
longer|7|stop: want need
yet|8|late: not
waiting|1|late: still
mind|2|cancel: changed change
list|3|unsubscribe: off
`;

interface Phrase {
  first: string;
  meaning: string;
  reach: number;
}

function readPhrases(): Map<string, Phrase[]> {
  const byLast = new Map<string, Phrase[]>();
  for (const line of PHRASES.trim().split('\n')) {
    const [last = '', reach = '', rest = ''] = line.split('|');
    const phrases = rest.split('; ').flatMap((part) => {
      const [meaning = '', firsts = ''] = part.split(': ');
      return firsts.split(' ').map((first) => ({ first, meaning, reach: Number(reach) }));
    });
    byLast.set(last, phrases);
  }
  return byLast;
}

const phrasesByLast = readPhrases();

/** The one word that the phrase ending at this place stands for. */
export function phraseMeaning(words: readonly Word[], place: number): string | undefined {
  const phrases = phrasesByLast.get(words[place]?.text ?? '');
  if (phrases === undefined) return undefined;
  for (let before = 1; before <= (phrases[0]?.reach ?? 0); before += 1) {
    const first = words[place - before]?.text;
    const found = phrases.find((phrase) => phrase.first === first);
    if (found !== undefined) return found.meaning;
  }
  return undefined;
}
