import { ApiError } from '@brickwork/client';
import { ERRORS, type ErrorCode } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const refused = (code: ErrorCode, detail?: string) => {
  const { status, meaning, action } = ERRORS[code];
  const body = { error: code, message: `${meaning} ${action}` };
  return new ApiError(code, { status, detail, body });
};

describe('what the console says of a refusal', () => {
  it.each([
    ['name: must have 1 to 64 characters', 'Name must have 1 to 64 characters.'],
    ['retention.run_days: must be 1 or more', 'Run days must be 1 or more.'],
    ['bricks[0].key: is missing', 'Key is missing.'],
    ['group_by: there is no grouping “x”', 'Group by: there is no grouping “x”.'],
    ['There are 50 channels already.', 'There are 50 channels already.'],
  ])('names the field: %s', (detail, said) => {
    expect(describeError(refused('invalid_parameter', detail))).toBe(said);
  });

  it('never mentions `detail`, with one or without', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      expect(describeError(refused(code))).not.toContain('`detail`');
      expect(describeError(refused(code, 'name: must be shorter'))).not.toContain('`detail`');
    }
    expect(describeError(refused('forbidden'))).toMatch(/^The key’s role lacks a permission\. /);
  });
});
