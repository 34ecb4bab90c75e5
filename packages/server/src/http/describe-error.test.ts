import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('describeError', () => {
  it('never repeats what a user sent', () => {
    const parser = errorOf(() => JSON.parse('Agent: my card number is 4711'));
    const database = Object.assign(new Error('invalid input syntax for type uuid: "my card number is 4711"'), {
      code: '22P02',
    });
    for (const error of [parser, database]) {
      const told = describeError(error);
      expect(JSON.stringify(told)).not.toContain('card number');
      expect(told.stack).toContain('describe-error.test.ts');
    }
  });

  it('keeps what helps to fix it', () => {
    expect(describeError(new TypeError('x is not a function'))).toMatchObject({
      name: 'TypeError',
      message: 'x is not a function',
    });
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(describeError(full)).toMatchObject({ code: '53100', message: 'could not extend file' });
    expect(describeError('text')).toEqual({ kind: 'string' });
  });
});
