/** Turns what Zod found into faults that the author of a kit file understands without knowing Zod. */
import { BRICK_TYPES, brickDocument, kitDocument } from '@brickwork/contract/kit';
import { z } from 'zod';
import { memberOf } from '../core/member-of.ts';
import { didYouMean, misspeltFrom } from './did-you-mean.ts';
import type { PathSegments } from './kit-fault.ts';
import { schemaAt } from './schema-at.ts';

export interface LocatedFault {
  segments: PathSegments;
  message: string;
  hint?: string | undefined;
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

export function explainIssue(issue: z.core.$ZodIssue, document: unknown): LocatedFault[] {
  const segments = issue.path;
  const value = segments.reduce<unknown>(memberOf, document);
  const located = (message: string, hint?: string): LocatedFault[] => [
    { segments, message: value === undefined ? `is missing: it ${message}` : message, hint },
  ];

  switch (issue.code) {
    case 'invalid_type':
      return located(`must be ${KIND_WORDS[issue.expected] ?? issue.expected}`);
    case 'unrecognized_keys':
      return issue.keys.map((key) => explainUnknownKey(segments, key, document));
    case 'invalid_value':
      return located(`must be ${oneOf(issue.values.map(String))}`, nearWord(value, issue.values.map(String)));
    case 'invalid_key':
      return located(issue.issues[0]?.message ?? 'has an invalid name');
    case 'too_small':
      return located(tooSmall(issue));
    case 'too_big':
      return located(tooBig(issue));
    case 'invalid_union':
      return issue.discriminator === undefined
        ? located(issue.message, nearWord(value, wordsOf(schemaAt(kitDocument, segments, document))))
        : explainType(segments, document, located(`must be ${oneOf(BRICK_TYPES)}`, nearWord(value, BRICK_TYPES)));
    default:
      return located(issue.message, nearWord(value, wordsOf(schemaAt(kitDocument, segments, document))));
  }
}

const USE = { message: 'must be replaced by its brick', hint: '`brickwork kits push` does that with a file' };

/** A brick that refers to a file has no type of its own. */
function explainType(at: PathSegments, document: unknown, otherwise: LocatedFault[]): LocatedFault[] {
  const segments = at.slice(0, 2);
  const brick = segments.reduce<unknown>(memberOf, document);
  if (memberOf(brick, 'use') !== undefined) return [{ segments: [...segments, 'use'], ...USE }];
  const known = new Set(brickDocument.options.flatMap((option) => Object.keys(option.shape)));
  const written = Object.keys(brick ?? {}).find((key) => !known.has(key) && misspeltFrom(key, ['type']) !== undefined);
  if (written === undefined) return otherwise;
  return [{ segments: [...segments, written], message: 'is not a known key', hint: 'did you mean "type"?' }];
}

function explainUnknownKey(at: PathSegments, key: string, document: unknown): LocatedFault {
  const segments = [...at, key];
  if (key === 'use' && at.length === 2 && at[0] === 'bricks') return { segments, ...USE };
  const parent = at.reduce<unknown>(memberOf, document);
  if (key.includes(' ') && memberOf(parent, key) === null) {
    return { segments, message: 'is not a known key', hint: 'put quotes around a text with a comma inside { … }' };
  }
  const schema = schemaAt(kitDocument, at, document);
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const kind = at.length === 2 && at[0] === 'bricks' ? memberOf(parent, 'type') : '';
  if (typeof kind !== 'string' || kind === '') {
    return { segments, message: 'is not a known key', hint: didYouMean(key, known) };
  }
  const owners = brickDocument.options.filter((option) => key in option.shape).map((option) => option.shape.type.value);
  const hint = owners.length > 0 ? `only a ${owners.join(' or ')} brick has it` : didYouMean(key, known);
  return { segments, message: `is not a key of a ${kind} brick`, hint };
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
}

function nearWord(value: unknown, words: readonly string[]): string | undefined {
  return typeof value === 'string' ? didYouMean(value, words) : undefined;
}

/** The fixed words that a field accepts, also when it accepts other values too. */
function wordsOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(wordsOf);
  return [];
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'array') return `needs at least ${issue.minimum}`;
  if (issue.origin === 'string') return 'must not be empty';
  return issue.inclusive === false ? `must be more than ${issue.minimum}` : `must be at least ${issue.minimum}`;
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  if (issue.origin === 'array') return `may have at most ${issue.maximum}`;
  if (issue.origin === 'string') return `may have at most ${issue.maximum} characters`;
  return `must be at most ${issue.maximum}`;
}
