import { ApiError } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { formFaults } from './form-faults.ts';

const refused = (detail: string) => {
  const body = { message: 'A parameter is invalid.' };
  return new ApiError('invalid_parameter', { status: 400, detail, body });
};

describe('formFaults', () => {
  it('puts a fault to its field, in a sentence without the name', () => {
    const { of, rest } = formFaults(refused('to[0]: must be an address'), ['to', 'url']);
    expect([of('to'), of('url'), rest]).toEqual(['Must be an address.', undefined, undefined]);
  });

  it('leaves what is about no field of the form to the form', () => {
    const { of, rest } = formFaults(refused('There are 50 channels already.'), ['to']);
    expect([of('to'), rest]).toEqual([undefined, 'A parameter is invalid. There are 50 channels already.']);
    expect(formFaults(null, ['to']).rest).toBeUndefined();
  });
});
