import { expect, it } from 'vitest';
import { highlightYaml } from './highlight-yaml.ts';

const kinds = (text: string) =>
  highlightYaml(text.split('\n')).map((parts) => parts.map(({ kind, text: part }) => `${kind}:${part}`).join('|'));

it('colours keys, texts, literals and comments', () => {
  expect(kinds('kit: demo # yes\nmax: 10\nname: "a: b"')).toEqual([
    'key:kit|mark::|plain: demo|comment: # yes',
    'key:max|mark::|plain: |literal:10',
    'key:name|mark::|plain: |text:"a: b"',
  ]);
});

it('colours a block of text as text, up to its end', () => {
  const text =
    'knowledge:\n  - name: policy\n    text: >-\n      Note: refunds take 30 days.\n\n      # not a comment\n    file: x\n- |\n  a: b\nc: 1';
  expect(kinds(text).slice(3)).toEqual([
    'text:      Note: refunds take 30 days.',
    'text:',
    'text:      # not a comment',
    'plain:    |key:file|mark::|plain: x',
    'mark:- |mark:|',
    'text:  a: b',
    'key:c|mark::|plain: |literal:1',
  ]);
});
