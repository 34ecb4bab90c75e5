import { kitJsonSchema } from '@brickwork/server/kits/kit-json-schema';
import { describe, expect, it } from 'vitest';
import { completeYaml } from './complete-yaml.ts';
import type { JsonSchema } from './json-schema.ts';

const schema: JsonSchema = JSON.parse(JSON.stringify(kitJsonSchema()));

/** What fits at the `|`. */
function at(text: string): string[] {
  const caret = text.indexOf('|');
  return completeYaml(text.replace('|', ''), caret, schema).options.map(({ label }) => label);
}

describe('completeYaml', () => {
  it('knows the members of a kit, without those it has', () => {
    expect(at('kit: a\n|')).toEqual(['name', 'description', 'engine', 'input', 'knowledge', 'gate', 'bricks']);
    expect(at('na|\nkit: a')).toEqual(['name']);
    expect(at('|\nkit: a\nname: b')).not.toContain('name');
  });

  it('knows the members of a brick by its type, whichever comes first', () => {
    expect(at('bricks:\n  - key: a\n    type: boolean\n    |')).toContain('true_when');
    expect(at('bricks:\n  - key: a\n    type: boolean\n    |')).not.toContain('min');
    expect(at('bricks:\n  - |\n    type: numeric')).toContain('min');
    expect(at('bricks:\n  - key: a\n    type: text\n  - key: b\n    type: numeric\n    e|')).toEqual(['engine']);
    expect(at('bricks:\n  - key: a\n    type: text\n    e|')).toEqual(['engine', 'extract']);
  });

  it('knows the values of a member', () => {
    expect(at('bricks:\n  - key: a\n    type: |')).toEqual(['numeric', 'boolean', 'categorical', 'text']);
    expect(at('bricks:\n  - type: numeric\n    metric: ques|')).toEqual(['question_count', 'question_rate']);
    expect(at('bricks:\n  - type: boolean\n    isolate: |')).toEqual(['true', 'false']);
    expect(at('input:\n  fields:\n    transcript:\n      type: con|')).toEqual(['conversation']);
  });

  it('goes into groups and lists of groups, and out again', () => {
    expect(at('bricks:\n  - type: boolean\n    hints:\n      |')).toEqual([
      'keywords',
      'exclude',
      'examples',
      'labelled',
    ]);
    expect(at('bricks:\n  - type: categorical\n    categories:\n      - value: a\n        |')).toEqual([
      'name',
      'description',
      'hints',
    ]);
    expect(at('bricks:\n  - type: boolean\n    hints:\n      keywords: [a]\nkn|')).toEqual(['knowledge']);
  });

  it('says nothing where nothing is known', () => {
    expect(at('kit: a|')).toEqual([]);
    expect(at('# |')).toEqual([]);
    expect(at('nonsense:\n  |')).toEqual([]);
  });
});
