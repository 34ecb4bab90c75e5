import { kitJsonSchema } from '@brickwork/engine/kits/kit-json-schema';
import { describe, expect, it } from 'vitest';
import { completeYaml } from './complete-yaml.ts';
import { linkSchema } from './json-schema.ts';

const schema = linkSchema(JSON.parse(JSON.stringify(kitJsonSchema())));

/** What fits at the `|`. */
function at(text: string): string[] {
  const caret = text.indexOf('|');
  return completeYaml(text.replace('|', ''), caret, schema).options.map(({ label }) => label);
}

describe('completeYaml', () => {
  it('knows the members of a kit, without those it has', () => {
    expect(at('kit: a\n|')).toEqual([
      'name',
      'description',
      'engine',
      'local_from',
      'language',
      'mask',
      'input',
      'speakers',
      'knowledge',
      'gate',
      'bricks',
    ]);
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

  it('knows conditions, however deep, in both ways to write them', () => {
    const brick = 'bricks:\n  - type: boolean\n    applies_when:';
    const members = ['brick', 'is', 'at_least', 'at_most', 'all', 'any', 'not'];
    expect(at(`${brick}\n      |`)).toEqual(members);
    expect(at(`${brick}\n      all:\n        - brick: a\n          |`)).toEqual(members.slice(1));
    expect(at(`${brick} { |`)).toEqual(members);
    expect(at(`${brick} { brick: a, at|`)).toEqual(['at_least', 'at_most']);
    expect(at(`${brick} { not: { any: [{ brick: a }, { i|`)).toEqual(['is']);
    expect(at('bricks:\n  - type: numeric\n    score:\n      items:\n        - { brick: a, |')).toContain('points');
  });

  it('knows the bricks that a condition may name, and their values', () => {
    const others = `bricks:
  - key: reason
    type: categorical
    categories: [{ value: refund }, { value: return_ }, { value: other }]
  - { key: greeted, type: boolean }
  - key: asked
    type: boolean
    applies_when: `;
    expect(at(`${others}{ brick: |`)).toEqual(['reason', 'greeted']);
    expect(at(`${others}{ brick: r|\n    question: Asked?\n  - { key: later, type: boolean }`)).toEqual(['reason']);
    expect(at(`${others}{ brick: |\n    question: Asked?\n  - { key: later, type: boolean }`)).toContain('later');
    expect(at(`${others}{ brick: reason, is: |`)).toEqual(['refund', 'return_', 'other']);
    expect(at(`${others}{ brick: reason, is: [refund, re|`)).toEqual(['refund', 'return_']);
    expect(at(`${others}{ brick: greeted, is: t|`)).toEqual(['true']);
    expect(at(`${others}\n      brick: greeted\n      is: |`)).toEqual(['true', 'false']);
    expect(at(`${others}{ brick: nobody, is: |`)).toEqual([]);
  });

  it('says nothing where nothing is known', () => {
    expect(at('kit: a|')).toEqual([]);
    expect(at('# |')).toEqual([]);
    expect(at('nonsense:\n  |')).toEqual([]);
  });
});
