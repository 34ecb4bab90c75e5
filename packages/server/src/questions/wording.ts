/** Questions that ask the same, however they are written. */
import { createHash } from 'node:crypto';

export function foldQuestion(question: string): string {
  return (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The key by which judgements of a question are found. A hash: a question may contain names, and its judgements outlive it. */
export function wordingOf(question: string): Buffer {
  return createHash('sha256').update(foldQuestion(question)).digest();
}
