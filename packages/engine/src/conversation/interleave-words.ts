/**
 * Words of several channels → parts in the order of time. A channel's words are split if another channel begins to speak during a pause, so
 * that question and answer follow each other; if people talk at the same time, their sentences are kept together.
 */
import { groupWords, type TimedWord } from './group-words.ts';
import type { SpokenPart } from './join-turns.ts';

/** A shorter gap is not a pause: another speaker's "mm-hm" does not split a sentence. */
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

/** When another speaker last began a word: the latest start, and the latest start of anybody else, are enough to know. */
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
