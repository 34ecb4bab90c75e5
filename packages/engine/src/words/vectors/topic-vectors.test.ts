import { expect, test } from 'vitest';
import { topicVectors } from './topic-vectors.ts';
import { wordVectors } from './word-vectors.ts';

test('the topic table goes by the rows of the word table and knows what a word is about', () => {
  const topics = topicVectors();
  const words = wordVectors();
  const similarity = (left: string, right: string): number => topics.similarity(words.rowOf(left), words.rowOf(right));
  expect(topics.size).toBe(30_000);
  expect(topics.dimensions).toBe(100);
  expect(similarity('umbrella', 'rain')).toBeGreaterThan(similarity('umbrella', 'bank') + 0.1);
  expect(similarity('refund', 'refund')).toBeCloseTo(1, 10);
  // Asked again, a remembered cosine is the same number.
  expect(similarity('umbrella', 'rain')).toBe(similarity('umbrella', 'rain'));
});
