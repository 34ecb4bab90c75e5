/** Times next to labels are positions in a recording, which begins near zero. Times that begin after five hours are times of day and are not used. */
import type { Turn } from './conversation.ts';

/** Recordings are shorter, and nobody talks before five in the morning. */
const AS_OF_DAY = 5 * 3_600;
/** Nobody waits as long for the first words. */
const LATE = 300;

export function readTimesOfDay(turns: Turn[]): { turns: Turn[]; warnings?: string[] } {
  const first = turns.find(({ startSeconds }) => startSeconds !== undefined)?.startSeconds ?? 0;
  if (first >= AS_OF_DAY) return { turns: turns.map(({ startSeconds: _, endSeconds: __, ...turn }) => turn) };
  if (first < LATE) return { turns };
  return {
    turns,
    warnings: [
      `The first words are at ${Math.floor(first / 60)} minutes and ${Math.floor(first % 60)} seconds of a recording. If these are times of day, send the text without them.`,
    ],
  };
}
