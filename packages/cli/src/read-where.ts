/** Options such as `--answer resolved=false` as parameters of a request. */
import type { ChosenRuns } from '@brickwork/client';
import { Option } from 'commander';
import { UsageError } from './usage-error.ts';

export interface Where {
  answer: readonly string[];
  confidence: readonly string[];
  metadata: readonly string[];
  dimension?: readonly string[];
}

/** For options that may be repeated. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export function reviewedOption(): Option {
  return new Option('--reviewed <yes|no>', 'only runs that were reviewed, or that were not').choices(['yes', 'no']);
}

export function asOption(): Option {
  return new Option(
    '--as <what>',
    'answers as given, or with reviewers’ corrections applied (conditions and scores recomputed)',
  ).choices(['given', 'reviewed']);
}

export const DIMENSION_OPTION = [
  '--dimension <name=value>',
  'only runs with this value of a dimension, such as team=Porto or agent=not:Ann',
] as const;

export const MASK_OPTION = [
  '--mask',
  'replace people’s names, numbers and addresses with placeholders such as <PERSON_1>',
] as const;

export function isReviewed(word: 'yes' | 'no' | undefined): boolean | undefined {
  return word === undefined ? undefined : word === 'yes';
}

export function readWhere(where: Where): Pick<ChosenRuns, 'dimensions' | `answer.${string}`> {
  const filter: Record<string, string[]> = {};
  const dimensions: Record<string, string[]> = {};
  for (const field of ['answer', 'confidence', 'metadata', 'dimension'] as const) {
    for (const text of where[field] ?? []) {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (key === undefined || value === undefined)
        throw new UsageError(`--${field} needs a name and a value, such as ${EXAMPLES[field]}, not “${text}”.`);
      const [named, name] = field === 'dimension' ? [dimensions, key] : [filter, `${field}.${key}`];
      named[name] = [...(named[name] ?? []), value];
    }
  }
  return { ...filter, ...(Object.keys(dimensions).length > 0 && { dimensions }) };
}

const EXAMPLES = {
  answer: 'resolved=false',
  confidence: 'resolved=lt:0.7',
  metadata: 'shift=late',
  dimension: 'team=Porto',
};
