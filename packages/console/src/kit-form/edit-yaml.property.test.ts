import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { drawn } from '../../../../test/support/draws.ts';
import { editYaml } from './edit-yaml.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples/kits');
const examples = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }): [string, string] => [name, readFileSync(join(EXAMPLES, name, 'kit.yaml'), 'utf8')]);

/** Lines of each that the other does not have. */
function changedLines(before: string, after: string): { gone: string[]; added: string[] } {
  const [own, next] = [before.split('\n'), after.split('\n')];
  return {
    gone: own.filter((line) => !next.includes(line)),
    added: next.filter((line) => !own.includes(line)),
  };
}

const TEXT = `# Ours.
kit: mine # the slug
knowledge:
  - name: rules
    text: >-
      One line
      and another.
bricks:
  # Asked first.
  - key: greeted
    type: boolean
    question: "Did they greet?" # as on the form
    hints: { keywords: [hello, good morning] }
  - { key: reason, type: text, question: Why? }
`;

describe('editYaml', () => {
  it('changes the lines of the change, and no other: comments, order, quotes and lists stay', () => {
    const after = editYaml(TEXT, (document) => document.setIn(['bricks', 0, 'question'], 'Did they say hello?'));
    expect(changedLines(TEXT, after)).toEqual({
      gone: ['    question: "Did they greet?" # as on the form'],
      added: ['    question: "Did they say hello?" # as on the form'],
    });
    const more = editYaml(TEXT, (document) => document.setIn(['bricks', 0, 'good'], true));
    expect(changedLines(TEXT, more)).toEqual({ gone: [], added: ['    good: true'] });
    const less = editYaml(TEXT, (document) => document.deleteIn(['bricks', 0, 'hints']));
    expect(changedLines(TEXT, less)).toEqual({
      gone: ['    hints: { keywords: [hello, good morning] }'],
      added: [],
    });
    const above = editYaml(TEXT, (document) => document.setIn(['name'], 'Mine'));
    expect(changedLines(TEXT, above)).toEqual({ gone: [], added: ['name: Mine'] });
  });

  it.each(examples)('keeps every other line of the example %s', (_name, text) => {
    const value = parse(text) as { bricks: { question?: string }[] };
    for (const [index, { question }] of drawn([...value.bricks.entries()], 0)) {
      if (question === undefined) continue;
      const after = editYaml(text, (document) => document.setIn(['bricks', index, 'question'], 'What then?'));
      expect(changedLines(text, after).added.length).toBeLessThanOrEqual(1);
      value.bricks[index] = { ...value.bricks[index], question: 'What then?' };
      expect(parse(after)).toEqual(value);
      value.bricks[index] = { ...value.bricks[index], question };
    }
  });

  it('leaves a text alone that is not YAML', () => {
    expect(editYaml('kit: [', (document) => document.setIn(['kit'], 'a'))).toBe('kit: [');
  });
});
