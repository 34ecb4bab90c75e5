import { describe, expect, test } from 'vitest';
import { wordVectors } from './word-vectors.ts';

describe('the word table', () => {
  const vectors = wordVectors();
  const similarity = (left: string, right: string): number =>
    vectors.similarity(vectors.rowOf(left), vectors.rowOf(right));

  test('holds 50,000 words, the frequent ones first', () => {
    expect(vectors.size).toBe(50_000);
    expect(vectors.dimensions).toBe(100);
    expect(vectors.rowOf('the')).toBe(0);
    expect(vectors.rowOf('restaurant')).toBeGreaterThan(vectors.rowOf('people'));
    expect(vectors.rowOf('qqqzzz')).toBe(-1);
    expect(vectors.wordAt(0)).toBe('the');
    expect(vectors.wordAt(vectors.rowOf('restaurant'))).toBe('restaurant');
  });

  test('gives words of similar meaning a high similarity', () => {
    expect(similarity('taxi', 'cab')).toBeGreaterThan(0.6);
    expect(similarity('taxi', 'cab')).toBeGreaterThan(similarity('taxi', 'poem') + 0.4);
    expect(similarity('monday', 'tuesday')).toBeGreaterThan(0.8);
    expect(similarity('monday', 'monday')).toBeCloseTo(1, 10);
  });

  test('adds unit vectors, so that the cosine can be rebuilt from them', () => {
    const left = new Float64Array(vectors.dimensions);
    const right = new Float64Array(vectors.dimensions);
    vectors.addTo(left, vectors.rowOf('refund'), 2);
    vectors.addTo(right, vectors.rowOf('payment'), 0.5);
    const dot = left.reduce((sum, value, cell) => sum + value * (right[cell] ?? 0), 0);
    expect(dot).toBeCloseTo(similarity('refund', 'payment'), 10);
  });
});
