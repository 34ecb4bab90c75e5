/** Questions that ask the same, however they are written. */
import { createHash } from 'node:crypto';

export function foldQuestion(question: string): string {
  return (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** What judgements of a question are found by. A hash: a question may name people, and its judgements outlive it. */
export function wordingOf(question: string): Buffer {
  return createHash('sha256').update(foldQuestion(question)).digest();
}
