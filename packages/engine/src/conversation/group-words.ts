/** Words with times and speakers → one part per stretch of the same speaker, in spoken order. */
import type { SpokenPart } from './join-turns.ts';

export interface TimedWord {
  text: string;
  speaker: string | undefined;
  startSeconds: number | undefined;
  endSeconds: number | undefined;
}

export function groupWords(words: readonly TimedWord[]): SpokenPart[] {
  const groups: TimedWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]?.speaker === word.speaker) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    text: group.map((word) => word.text).join(' '),
    speaker: group[0]?.speaker,
    startSeconds: group[0]?.startSeconds,
    endSeconds: group.at(-1)?.endSeconds,
  }));
}
