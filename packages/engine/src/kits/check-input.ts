import type { InputFieldType } from '@brickwork/contract/kit';
import { ServiceError } from '../core/service-error.ts';
import type { Kit } from './normalise-kit.ts';

/**
 * Refuses a run's input that lacks a required field of the kit or has a field of the wrong type, and names every such
 * field. It does not check whether a conversation can be read: any text, list or object may be one.
 */
export function checkInput(kit: Pick<Kit, 'input'>, input: Readonly<Record<string, unknown>>): void {
  const faults: string[] = [];
  for (const [name, field] of Object.entries(kit.input.fields)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null) {
      if (field.required) faults.push(`input.${name} is required`);
    } else if (!IS_OF_TYPE[field.type](value)) {
      faults.push(`input.${name} must be ${TYPE_WORDS[field.type]}`);
    } else if (field.required && field.type === 'conversation' && isEmpty(value)) {
      faults.push(`input.${name} is empty`);
    }
  }
  if (faults.length > 0) throw new ServiceError('kit_input_invalid', { detail: faults.join('; ') });
}

const IS_OF_TYPE: Readonly<Record<InputFieldType, (value: unknown) => boolean>> = {
  conversation: (value) => typeof value === 'string' || typeof value === 'object',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  array: (value) => Array.isArray(value),
};

const TYPE_WORDS: Readonly<Record<InputFieldType, string>> = {
  conversation: 'a conversation: a string, an array of turns or an object',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
