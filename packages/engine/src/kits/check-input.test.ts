import { describe, expect, it } from 'vitest';
import { ServiceError } from '../core/service-error.ts';
import { checkInput } from './check-input.ts';

const kit = {
  input: {
    fields: {
      transcript: { type: 'conversation', required: true },
      account: { type: 'string', required: false },
      seats: { type: 'number', required: false },
      vip: { type: 'boolean', required: false },
      crm: { type: 'object', required: false },
      tags: { type: 'array', required: false },
    },
  },
} as const;

function detailOf(input: Record<string, unknown>): string | undefined {
  try {
    checkInput(kit, input);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('kit_input_invalid');
    return error.detail;
  }
}

describe('checkInput', () => {
  it.each([['Agent: hi'], [[{ text: 'hi' }]], [{ messages: [] }]])('takes %j for a conversation', (transcript) => {
    expect(detailOf({ transcript })).toBeUndefined();
  });

  it('lets unknown fields and absent optional ones pass', () => {
    expect(detailOf({ transcript: 'hi', surprise: 1, account: null })).toBeUndefined();
    expect(detailOf({ transcript: 'hi', account: 'A', seats: 2, vip: false, crm: {}, tags: [] })).toBeUndefined();
  });

  it.each([
    [{}, 'input.transcript is required'],
    [{ transcript: null }, 'input.transcript is required'],
    [{ transcript: 7 }, 'input.transcript must be a conversation: a string, an array of turns or an object'],
    [{ transcript: ' \n' }, 'input.transcript is empty'],
    [{ transcript: [] }, 'input.transcript is empty'],
    [{ transcript: {} }, 'input.transcript is empty'],
    [{ transcript: 'hi', account: 1 }, 'input.account must be a string'],
    [{ transcript: 'hi', seats: '2' }, 'input.seats must be a number'],
    [{ transcript: 'hi', vip: 'no' }, 'input.vip must be true or false'],
    [{ transcript: 'hi', crm: [] }, 'input.crm must be an object'],
    [
      { seats: '2', tags: {} },
      'input.transcript is required; input.seats must be a number; input.tags must be an array',
    ],
  ])('refuses %j and names the field', (input, detail) => {
    expect(detailOf(input)).toBe(detail);
  });

  it('does not mistake what every object inherits for a field', () => {
    const inherited = { input: { fields: { constructor: { type: 'object', required: true } } } } as const;
    expect(() => checkInput(inherited, {})).toThrow('input.constructor is required');
  });
});
