import { expect, it } from 'vitest';
import { kitText, orderLike } from './kit-text.ts';
import { lineDiff } from './line-diff.ts';

const brick = (key: string, question: string) => ({ key, type: 'boolean', question, hints: { keywords: ['a', 'b'] } });

it('leaves out defaults and folds nothing', () => {
  const long = 'word '.repeat(60).trim();
  const text = kitText({
    kit: 'k',
    engine: 'auto',
    bricks: [{ ...brick('x', long), output: ['confidence', 'reason', 'evidence'] }],
  });
  expect(text).toContain(`question: ${long}\n`);
  expect(text).not.toContain('engine');
  expect(text).not.toContain('output');
  expect(kitText({ bricks: [{ key: 'x', output: [] }] })).toContain('output: []');
});

it('shows two edits as two lines, whatever the order of the keys', () => {
  const before = { bricks: [brick('one', 'First?'), brick('two', 'Second?')], name: 'K', kit: 'k' };
  const after = {
    kit: 'k',
    name: 'K',
    bricks: [
      { hints: { keywords: ['a', 'b'] }, question: 'First of all?', type: 'boolean', key: 'one' },
      { key: 'two', question: 'Second?', hints: { keywords: ['a', 'c'] }, type: 'boolean' },
    ],
  };
  const changed = lineDiff(kitText(orderLike(before, after)), kitText(after)).filter(({ kind }) => kind !== 'same');
  expect(changed.map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
    'gone question: First?',
    'new question: First of all?',
    'gone - b',
    'new - c',
  ]);
});
