import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { checkKit } from '../kits/check-kit.ts';
import { kitTypes } from '../kits/kit-types.ts';
import { outputJsonSchema } from '../kits/output-json-schema.ts';
import { brickType } from './brick-types.ts';

const question = 'Which?';
const THEMES: BrickDocument = {
  key: 'themes',
  type: 'categorical',
  question,
  many: true,
  max_items: 2,
  categories: [{ value: 'price' }, { value: 'Support' }, { value: 'bugs' }],
};
const RIVALS: BrickDocument = { key: 'rivals', type: 'text', question, many: true };

function check(bricks: unknown[]) {
  return checkKit({ kit: 'lists', bricks });
}

describe('a brick with many', () => {
  it('returns a list in the schema and the types', () => {
    const checked = check([THEMES, RIVALS, { key: 'one', type: 'text', question, many: false }]);
    if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
    expect(JSON.stringify(outputJsonSchema(checked.kit))).toContain(
      '"value":{"anyOf":[{"type":"array","items":{"type":"string","enum":["price","Support","bugs"]},"maxItems":2,"uniqueItems":true},{"type":"null"}]}',
    );
    const types = kitTypes(checked.kit);
    expect(types).toContain("value: ('price' | 'Support' | 'bugs')[] | null;");
    expect(types).toContain('value: (string)[] | null;');
    expect(types).toContain('value: string | null;');
    expect(checked.kit.bricks[2]).not.toHaveProperty('many');
  });

  it('may not have what only makes sense for one value', () => {
    const faultsOf = (brick: object) => {
      const checked = check([{ key: 'x', type: 'text', question, ...brick }]);
      return 'faults' in checked ? checked.faults.map(({ path, message }) => `${path}: ${message}`) : [];
    };
    expect(faultsOf({ max_items: 3 })).toEqual(['bricks[0].max_items: needs many: true']);
    expect(faultsOf({ many: true, absent: '', extract: 'summary' })).toEqual([
      'bricks[0].absent: must be left out: a list is empty when nothing was said',
      'bricks[0].extract: cannot be used with many: a summary is one text',
    ]);
    expect(faultsOf({ many: true, hints: { labelled: [{ text: 'a', value: 'b' }] } })).toEqual([
      'bricks[0].hints.labelled: must be left out: the local engine cannot learn lists from labels',
    ]);
  });

  it('checks the items of a model’s reply and drops repeats', () => {
    const { checkReply } = brickType(THEMES);
    expect(checkReply(THEMES, ['price', 'PRICE', 'support'], '')).toEqual({ ok: true, value: ['price', 'Support'] });
    expect(checkReply(THEMES, 'price', '')).toMatchObject({ ok: false, fault: 'must be a JSON array' });
    expect(checkReply(THEMES, ['price', 'joy'], '')).toMatchObject({ ok: false });
    expect(checkReply(THEMES, ['price', 'Support', 'bugs'], '')).toMatchObject({
      ok: false,
      fault: 'must have at most 2 items',
    });
    expect(checkReply(RIVALS, [], '')).toEqual({ ok: true, value: [] });
  });

  it('knows which expected lists are possible', () => {
    const { valueFault } = brickType(THEMES);
    expect(valueFault(THEMES, ['price'])).toBeUndefined();
    expect(valueFault(THEMES, 'price')).toBe('must be a list');
    expect(valueFault(THEMES, ['joy'])).toMatch(/^must be one of the categories: price, /);
    expect(valueFault(RIVALS, ['Acme', ' acme'])).toBe('must not have an item twice');
  });
});
