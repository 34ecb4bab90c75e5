import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryKit } from '../../../../test/support/arbitrary-kit.ts';
import { kitJsonSchema } from './kit-json-schema.ts';

const validate = new Ajv({ strict: false }).compile(kitJsonSchema());

describe('kitJsonSchema', () => {
  it('accepts in an editor everything that the service accepts', () => {
    fc.assert(
      fc.property(arbitraryKit, (document) => {
        if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
      }),
    );
  });

  it('marks the mistakes that an editor can detect', () => {
    const brick = { key: 'a', type: 'boolean', question: 'Is it?' };
    expect(validate({ kit: 'review', bricks: [brick] })).toBe(true);
    expect(validate({ kit: 'Review', bricks: [brick] })).toBe(false);
    expect(validate({ kit: 'review', bricks: [{ ...brick, type: 'bool' }] })).toBe(false);
    expect(validate({ kit: 'review', bricks: [{ ...brick, min: 3 }] })).toBe(false);
    expect(validate({ kit: 'review', bricks: [] })).toBe(false);
    expect(validate({ kit: 'review' })).toBe(false);
  });

  it('explains every key of a brick, so that completion teaches the format', () => {
    const text = JSON.stringify(kitJsonSchema());
    expect(text).toContain('What to find out from the conversation.');
    expect(text).toContain('"enum":["talk_ratio"');
  });
});
