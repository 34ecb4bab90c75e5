/**
 * Words of several channels → parts in the order of time. A channel's words are cut where another channel begins to speak in a pause of it, so that question
 * and answer follow each other; people who talk at the same time keep their sentences whole.
 */
import { groupWords, type TimedWord } from './group-words.ts';
import type { SpokenPart } from './join-turns.ts';

/** A shorter gap is not a pause: somebody else's "mm-hm" does not cut a sentence. */
const PAUSE_SECONDS = 0.3;

export function interleaveWords(words: readonly TimedWord[]): SpokenPart[] {
  const open = new Map<string | undefined, TimedWord[]>();
  const stretches: TimedWord[][] = [];
  const heard = createHeard();
  for (const word of words.toSorted((left, right) => startOf(left) - startOf(right))) {
    const stretch = open.get(word.speaker);
    const last = stretch?.at(-1);
    const pausedAt = last?.endSeconds ?? last?.startSeconds ?? 0;
    const isPause = startOf(word) - pausedAt >= PAUSE_SECONDS && heard.latestOther(word.speaker) >= pausedAt;
    if (stretch === undefined || isPause) {
      const begun = [word];
      open.set(word.speaker, begun);
      stretches.push(begun);
    } else stretch.push(word);
    heard.add(word);
  }
  return stretches.flatMap((stretch) => groupWords(stretch));
}

function startOf(word: TimedWord): number {
  return word.startSeconds ?? word.endSeconds ?? 0;
}

/** When somebody else last began a word: the latest start, and the latest of anybody else, are enough to know. */
function createHeard(): { add(word: TimedWord): void; latestOther(speaker: string | undefined): number } {
  let latest: { speaker: string | undefined; start: number } | undefined;
  let other = Number.NEGATIVE_INFINITY;
  return {
    add(word) {
      if (latest !== undefined && latest.speaker !== word.speaker) other = latest.start;
      latest = { speaker: word.speaker, start: startOf(word) };
    },
    latestOther: (speaker) => (latest === undefined || latest.speaker === speaker ? other : latest.start),
  };
}
