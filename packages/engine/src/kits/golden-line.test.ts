import { describe, expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';
import { parseGoldenLine } from './golden-line.ts';

const question = 'How?';
const checked = checkKit({
  kit: 'review',
  bricks: [
    { key: 'score', type: 'numeric', question, max: 10 },
    { key: 'solved', type: 'boolean', question },
    { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'bad' }] },
    { key: 'name', type: 'text', question },
    { key: 'refunded', type: 'boolean', question, applies_when: { brick: 'mood', is: 'bad' } },
    { key: 'city', type: 'text', question, absent: null },
  ],
});
if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
const { kit } = checked;

const parse = (expected: unknown) => parseGoldenLine(kit, JSON.stringify({ input: { transcript: 'hi' }, expected }));

describe('parseGoldenLine', () => {
  it('reads a line whose expectations the kit can meet', () => {
    const expected = { score: 10, solved: true, mood: 'bad', name: '', refunded: null, city: null };
    expect(parse(expected)).toEqual({ line: { input: { transcript: 'hi' }, expected } });
  });

  it.each([
    [{ score: 11 }, 'expected.score must be a number from 0 to 10'],
    [{ score: '5' }, 'expected.score must be a number from 0 to 10'],
    [{ solved: 'yes' }, 'expected.solved must be true or false'],
    [{ mood: 'fair' }, 'expected.mood must be one of the categories: good, bad'],
    [{ name: 5 }, 'expected.name must be a string'],
    [{ name: null }, 'expected.name must not be null: the brick always has a value'],
    [{ other: 5 }, 'expected.other is not a brick of the kit'],
    [undefined, 'needs `input` and `expected` as objects'],
  ])('refuses %j', (expected, fault) => {
    expect(parse(expected)).toEqual({ fault });
  });

  it('refuses a line that is not JSON', () => {
    expect(parseGoldenLine(kit, '{')).toEqual({ fault: 'is not JSON' });
  });
});
