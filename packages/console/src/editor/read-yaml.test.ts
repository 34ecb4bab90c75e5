import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitJsonSchema } from '@brickwork/engine/kits/kit-json-schema';
import { describe, expect, it } from 'vitest';
import { linkSchema } from './json-schema.ts';
import { readYaml, toLineFaults } from './read-yaml.ts';

const schema = linkSchema(JSON.parse(JSON.stringify(kitJsonSchema())));
const EXAMPLES = join(import.meta.dirname, '../../../../examples/kits');
const examples = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

const faultsOf = (text: string) => readYaml(text, schema).faults.map(({ line, message }) => `${line}: ${message}`);

describe('readYaml', () => {
  it.each(examples.map(({ name }) => name))('finds no fault in the example %s', (name) => {
    expect(faultsOf(readFileSync(join(EXAMPLES, name, 'kit.yaml'), 'utf8'))).toEqual([]);
  });

  it.each([
    ['kit: Bad Name\nbricks:\n  - { key: a, type: boolean }', /^1: kit does not match/],
    ['kit: abc', /^1: The kit needs bricks$/],
    ['kit: abc\nbricks: []', /^2: bricks needs at least 1$/],
    ['kit: abc\nbricks:\n  - key: a\n    type: colour', /^4: type must be one of numeric, boolean, categorical, text$/],
    ['kit: abc\nbricks:\n  - key: a\n    type: boolean\n    min: 3', /^5: min is not a known field$/],
    ['kit: abc\nbricks:\n  - key: a\n    type: numeric\n    votes: 12', /^5: votes must be at most 9$/],
    ['kit: abc\nbricks:\n  - key: [', /^\d: /],
    [
      'kit: abc\nbricks:\n  - key: a\n    type: boolean\n    applies_when:\n      not: { brick: b, equals: c }',
      /^6: equals is not a known field$/,
    ],
  ])('tells the fault and its line: %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(fault)]);
  });

  it('puts what the service found on the line it is about', () => {
    const { lineOf } = readYaml(
      'kit: abc\nbricks:\n  - key: a\n    type: boolean\n  - key: a\n    type: boolean',
      schema,
    );
    expect(toLineFaults([{ path: 'bricks[1].key', message: 'is there twice', hint: 'rename it' }], lineOf)).toEqual([
      {
        line: 5,
        message: 'bricks[1].key is there twice (rename it)',
        path: ['bricks', 1, 'key'],
        says: 'is there twice',
      },
    ]);
    expect(toLineFaults([{ path: '', message: 'is too large' }], lineOf)).toEqual([
      { line: 1, message: 'The kit is too large', path: [], says: 'is too large' },
    ]);
  });

  it('survives what expands without end', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
      .join('\n')}`;
    expect(readYaml(bomb, schema).value).toBeUndefined();
  });
});
