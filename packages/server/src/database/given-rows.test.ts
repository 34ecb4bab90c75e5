import { describe, expect, it } from 'vitest';
import { givenList, givenRows, namesOf } from './given-rows.ts';

const COLUMNS = {
  id: ['uuid', ({ id }: { id: string; count: number }) => id],
  count: ['integer', ({ count }: { id: string; count: number }) => count],
} as const;

describe('givenRows', () => {
  it('declares names and types once, and passes the values in the same order', () => {
    const rows = givenRows(COLUMNS).of([
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ]);
    expect(rows).toMatchObject({
      size: 2,
      sql: 'given (id, count) AS (VALUES ($1::uuid, $2::integer), ($3, $4))',
      values: ['a', 1, 'b', 2],
    });
  });

  it('fills up to a power of two with nulls', () => {
    const people = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, count: 0 }));
    const { size, values } = givenRows(COLUMNS).of(people);
    expect(size).toBe(8);
    expect(values).toHaveLength(16);
    expect(values.slice(10)).toEqual(Array.from({ length: 6 }, () => null));
  });

  it('passes one empty row for no items', () => {
    expect(givenRows(COLUMNS).of([])).toMatchObject({ size: 1, values: [null, null] });
  });
});

describe('arrays', () => {
  it('hold a column of the rows, parameter by parameter', () => {
    const people = ['a', 'b', 'c'].map((id) => ({ id, count: 0 }));
    expect(givenRows(COLUMNS).of(people).column('count')).toBe('ARRAY[$2, $4, $6, $8]::integer[]');
  });

  it('hold each value of a list once, filled up to a power of two', () => {
    expect(givenList('text', ['x', 'y', 'x', 'z'], 8)).toEqual({
      size: 4,
      sql: 'ARRAY[$9, $10, $11, $12]::text[]',
      values: ['x', 'y', 'z', null],
    });
  });
});

describe('namesOf', () => {
  it('lists columns, with the table where one is named', () => {
    expect(namesOf(COLUMNS)).toBe('id, count');
    expect(namesOf(COLUMNS, 'p')).toBe('p.id, p.count');
  });
});
