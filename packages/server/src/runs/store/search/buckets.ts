import type { Scope } from '../../../core/scope.ts';
/**
 * Runs in order of time, for an index without an order. Each row of words has one lexeme more, which names its
 * workspace, environment and a span of 2^24 ms (4.7 hours). A search asks for the newest span first and then for more
 * and more of them: it never reads many spans too many, however common a word is, and needs few steps, however rare it
 * is.
 */

export const BUCKET_MS = 2 ** 24;

/** Spans of each step of one request: 66 days in all. */
export const STEPS = [1, 4, 16, 64, 256] as const;

export function bucketOf(time: Date): number {
  return Math.floor(time.getTime() / BUCKET_MS);
}

/** Words of a text contain no space. */
export function bucketLexeme({ workspaceId, environment }: Scope, bucket: number): string {
  return `${workspaceId} ${environment} ${bucket}`;
}

/** As a `tsquery` in text: any of the spans from `last` back to `first`. */
export function bucketsQuery(scope: Scope, first: number, last: number): string {
  const lexemes: string[] = [];
  for (let bucket = last; bucket >= first; bucket -= 1) lexemes.push(`'${bucketLexeme(scope, bucket)}'`);
  return lexemes.join('|');
}
