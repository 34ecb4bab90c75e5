import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';

const schema = z.object({
  at: z.iso.datetime({ offset: true }).optional(),
  day: z.iso.date().optional(),
  mode: z.enum(['async', 'sync']).optional(),
  limit: z.number().int().min(1).max(100).optional(),
  name: z.string().min(1).max(3).optional(),
  names: z.array(z.string()).max(1).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  input: z.record(z.string(), z.unknown()),
  own: z.string({ error: 'must name a kit' }).optional(),
});

function faultOf(value: object): string | undefined {
  const { error } = schema.safeParse({ input: {}, ...value }, { error: describeIssue });
  const [issue] = error?.issues ?? [];
  return issue && `${issue.path.join('.')} ${issue.message}`;
}

describe('describeIssue', () => {
  it('says what to send instead', () => {
    expect(faultOf({ at: 'yesterday' })).toBe(
      'at must be a time with its zone (RFC 3339), such as 2026-11-18T09:30:00Z',
    );
    expect(faultOf({ day: '2026-13-01' })).toBe('day must be a date, such as 2026-11-18');
    expect(faultOf({ mode: 'turbo' })).toBe('mode must be one of async, sync');
    expect(faultOf({ limit: 1000 })).toBe('limit must be at most 100');
    expect(faultOf({ limit: '10' })).toBe('limit must be a number, not a string');
    expect(faultOf({ limit: 1.5 })).toBe('limit must be a whole number');
    expect(faultOf({ name: '' })).toBe('name must be at least 1 character long');
    expect(faultOf({ name: 'abcd' })).toBe('name must be at most 3 characters long');
    expect(faultOf({ names: ['a', 'b'] })).toBe('names must be at most 1 entry long');
    expect(faultOf({ metadata: { team: { name: 'x' } } })).toBe('metadata.team must be a string, not an object');
    expect(faultOf({ input: undefined })).toBe('input is missing: send an object');
    expect(faultOf({ input: [] })).toBe('input must be an object, not an array');
  });

  it('tells limits that belong to the range from those that do not', () => {
    const price = z.object({ amount: z.number().positive().lt(10), unit: z.enum(['EUR', 'USD']) });
    const faults = (value: object) =>
      price.safeParse(value, { error: describeIssue }).error?.issues.map(({ message }) => message);
    expect(faults({ amount: 0, unit: 'EUR' })).toEqual(['must be more than 0']);
    expect(faults({ amount: 10 })).toEqual(['must be less than 10', 'is missing: send one of EUR, USD']);
  });

  it('names the fields that there are', () => {
    const strict = z.strictObject({ name: z.string(), size: z.number().optional() });
    const { error } = strict.safeParse({ name: 'x', count: 4 }, { error: describeIssue });
    expect(error?.issues[0]?.message).toBe('there is no field count; it takes name, size');
  });

  it('leaves the words that the contract chose', () => {
    expect(faultOf({ own: 3 })).toBe('own must name a kit');
  });
});
