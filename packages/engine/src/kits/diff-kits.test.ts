import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryKit } from '../../../../test/support/arbitrary-kit.ts';
import { checkKit } from './check-kit.ts';
import { diffKits } from './diff-kits.ts';
import type { Kit } from './normalise-kit.ts';

const question = 'How?';

function kitOf(bricks: Record<string, unknown>[], rest: Record<string, unknown> = {}): Kit {
  const checked = checkKit({ kit: 'review', ...rest, bricks });
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.kit;
}

const score = { key: 'score', type: 'numeric', question, min: 0, max: 10 };
const mood = { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'bad' }] };

/** The sentences about what breaks when the one brick becomes the other. */
function breaksOf(from: Record<string, unknown>, to: Record<string, unknown>): string[] {
  const diff = diffKits(kitOf([from]), kitOf([to]));
  expect(diff.breaking).toBe(diff.breaks.length > 0);
  return diff.breaks.map(({ message }) => message);
}

describe('diffKits', () => {
  it('lists what was added, removed and changed', () => {
    const diff = diffKits(
      kitOf([score, mood], { name: 'Old' }),
      kitOf(
        [
          { ...score, question: 'How well?' },
          { key: 'solved', type: 'boolean', question },
        ],
        { name: 'New' },
      ),
    );
    expect(diff).toEqual({
      breaking: true,
      breaks: [{ key: 'mood', message: '"mood" is gone from the output.' }],
      added: [{ key: 'solved', type: 'boolean' }],
      removed: [{ key: 'mood', type: 'categorical' }],
      changed: [{ key: 'score', breaking: false, changes: [{ field: 'question', from: 'How?', to: 'How well?' }] }],
      kit: [{ field: 'name', from: 'Old', to: 'New' }],
    });
  });

  it.each([
    ['a changed type', score, { key: 'score', type: 'boolean', question }, ['"score" is boolean now, it was numeric.']],
    [
      'a removed category',
      mood,
      { ...mood, categories: [{ value: 'good' }, { value: 'fair' }] },
      ['"mood" can no longer be "bad".'],
    ],
    [
      'a narrowed range',
      score,
      { ...score, min: 1, max: 5 },
      ['"score" starts at 1 now, it started at 0.', '"score" ends at 5 now, it ended at 10.'],
    ],
    [
      'a removed output field',
      score,
      { ...score, output: ['reason', 'evidence'] },
      ['"score" no longer has confidence.'],
    ],
    [
      'a brick that may be left out',
      score,
      { ...score, on_invalid: 'omit' },
      ['"score" may now be left out of the output.'],
    ],
    ['a wider range', score, { ...score, min: -1, max: 20 }, []],
    ['one more category', mood, { ...mood, categories: [...mood.categories, { value: 'fair' }] }, []],
    ['other words', score, { ...score, question: 'How well?', hints: { keywords: ['thanks'] } }, []],
  ])('knows what %s does to consumers', (_name, from, to, breaks) => {
    expect(breaksOf(from, to)).toEqual(breaks);
  });

  it('knows that a newly required or retyped input breaks callers', () => {
    const transcript = { type: 'conversation', required: true };
    const input = (account: Record<string, unknown>) => ({ input: { fields: { transcript, account } } });
    const messages = (from: Record<string, unknown>, to: Record<string, unknown>) =>
      diffKits(kitOf([score], input(from)), kitOf([score], input(to))).breaks.map(({ message }) => message);
    expect(messages({ type: 'string' }, { type: 'string', required: true })).toEqual([
      'Runs must now send input.account.',
    ]);
    expect(messages({ type: 'string' }, { type: 'number' })).toEqual([
      'input.account must be a number now, it was a string.',
    ]);
    expect(messages({ type: 'string', required: true }, { type: 'string' })).toEqual([]);
  });

  it('finds nothing between a kit and itself, and mirrors added and removed', () => {
    const kits = arbitraryKit.map(({ bricks, ...rest }) => kitOf(bricks, rest));
    fc.assert(
      fc.property(kits, kits, (a, b) => {
        expect(diffKits(a, a)).toEqual({ breaking: false, breaks: [], added: [], removed: [], changed: [], kit: [] });
        expect(diffKits(a, b).added).toEqual(diffKits(b, a).removed);
      }),
    );
  });

  it('calls it a break when a value may now be null', () => {
    const solved = { key: 'solved', type: 'boolean', question };
    const name = { key: 'name', type: 'text', question };
    expect(breaksOf(solved, { ...solved, abstain_below: 0.7 })).toEqual(['"solved" may now be null.']);
    expect(breaksOf({ ...solved, abstain_below: 0.7 }, solved)).toEqual([]);
    expect(breaksOf(name, { ...name, absent: null })).toEqual(['"name" may now be null.']);
    const refund = { key: 'refund', type: 'boolean', question };
    const when = { ...solved, applies_when: { brick: 'refund', is: true } };
    const diff = diffKits(kitOf([refund, solved]), kitOf([refund, when]));
    expect(diff.breaks).toEqual([{ key: 'solved', message: '"solved" may now be null.' }]);
  });

  it('calls it a break when one value becomes a list, or a list one value', () => {
    const name = { key: 'name', type: 'text', question };
    expect(breaksOf(name, { ...name, many: true })).toEqual(['"name" is a list now, it was one value.']);
    expect(breaksOf({ ...name, many: true }, name)).toEqual(['"name" is one value now, it was a list.']);
    expect(breaksOf({ ...mood, many: true }, { ...mood, many: true, max_items: 3 })).toEqual([]);
  });
});
