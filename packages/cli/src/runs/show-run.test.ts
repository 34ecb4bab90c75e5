import { expect, it } from 'vitest';
import { answersTable } from './show-run.ts';

it('shows a number that nobody said as not said, and a zero as a number', () => {
  const table = answersTable({
    unsaid: { value: 0, basis: 'unsaid' },
    none: { value: 0, basis: 'read' },
    empty: { value: '' },
    missing: { value: null },
  });
  expect(table).toMatch(/^unsaid +not said/m);
  expect(table).toMatch(/^none +0/m);
  expect(table).toMatch(/^empty +not said/m);
  expect(table).toMatch(/^missing +not said/m);
});
