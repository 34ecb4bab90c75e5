/** Describes what is wrong with a value, and what to send instead. Messages written in the contract take precedence. */
import { z } from 'zod';

/** If undefined, zod's message is used. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `is missing: send ${named(issue.expected)}`;
      if (typeof issue.input === 'number') return `must be ${named(issue.expected)}`;
      return `must be ${named(issue.expected)}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      return issue.input === undefined ? `is missing: send ${oneOf(issue.values)}` : `must be ${oneOf(issue.values)}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'too_big':
      return issue.origin === 'date'
        ? undefined
        : `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${sized(issue.maximum, issue.origin)}`;
    case 'too_small':
      return issue.origin === 'date'
        ? undefined
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${sized(issue.minimum, issue.origin)}`;
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map((key) => key.slice(0, 80)).join(', ')}${knownIn(issue.inst)}`;
    default:
      return undefined;
  }
}

/** The known fields of the object that rejected unknown ones. */
function knownIn(schema: unknown): string {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return fields.length === 0 ? '' : `; it takes ${fields.join(', ')}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a time with its zone (RFC 3339), such as 2026-11-18T09:30:00Z',
  date: 'must be a date, such as 2026-11-18',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be a URL',
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
};

const named = (expected: string): string => KINDS[expected] ?? expected;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'boolean') return String(value);
  return KINDS[typeof value] ?? typeof value;
}

function oneOf(values: readonly unknown[]): string {
  return `${values.length > 1 ? 'one of ' : ''}${listed(values)}`;
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
}

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

function sized(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? String(limit) : `${limit} ${unit[Number(limit) === 1 ? 0 : 1]} long`;
}
