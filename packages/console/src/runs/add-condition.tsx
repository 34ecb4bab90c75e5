/** One more filter, chosen step by step: what it is about, how it compares, which value. Confidence is a comparison of each answer. */
import type { BrickSchema, Dimension, KitVersion } from '@brickwork/client';
import { type KeyboardEvent, useState } from 'react';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { fromField } from '../ui/format.ts';
import type { Condition } from './runs-search.ts';

export const SIGNS: Readonly<Record<string, string>> = {
  eq: 'is',
  not: 'is not',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  has: 'has',
  is: 'state',
  'confidence lt': 'confidence below, %',
  'confidence gte': 'confidence from, %',
};

/** Why an answer has no value, or that it has one. */
export const STATES: readonly [string, string][] = [
  ['not_applicable', 'does not apply'],
  ['not_sure', 'not sure'],
  ['no_answer', 'no answer'],
  ['no_value', 'no value'],
  ['answered', 'answered'],
];

interface AddConditionProps {
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
  isOfRule: boolean;
  hasDates: boolean;
  onAdd(condition: Condition): void;
  onCancel(): void;
}

export function AddCondition({ bricks, versions, isOfRule, hasDates, onAdd, onCancel }: AddConditionProps) {
  const first = bricks[0];
  const [field, setField] = useState(first === undefined ? 'metadata' : `answer.${first.key}`);
  const [key, setKey] = useState('');
  const [operator, setOperator] = useState('eq');
  const [value, setValue] = useState('');
  const brick = bricks.find((each) => field === `answer.${each.key}`);
  const operators = operatorsOf(field, brick);
  const chosen = operators.includes(operator) ? operator : operators[0];
  const choices = choicesOf(field, chosen, { brick, versions });
  const shown = choices === undefined || choices.some(([each]) => each === value) ? value : (choices[0]?.[0] ?? '');
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  const add = () => {
    if (shown === '' || (field === 'metadata' && key.trim() === '')) return;
    onAdd(conditionOf(field === 'metadata' ? `metadata.${key.trim()}` : field, chosen, shown));
  };
  // No form of its own: the chips also stand in forms, which Enter must not submit here.
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset aria-label="Add a filter" className="flex flex-wrap items-center gap-2">
      <select aria-label="Field" value={field} onChange={(event) => setField(event.target.value)} className={SMALL}>
        <FieldOptions {...{ bricks, versions, dimensions, isOfRule, hasDates }} />
      </select>
      {field === 'metadata' && (
        <input
          aria-label="Metadata key"
          placeholder="key"
          maxLength={64}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          onKeyDown={addOnEnter}
          className={`${SMALL} w-28`}
        />
      )}
      {chosen !== undefined && (
        <select
          aria-label="Comparison"
          value={chosen}
          onChange={(event) => setOperator(event.target.value)}
          className={SMALL}
        >
          {operators.map((each) => (
            <option key={each} value={each}>
              {SIGNS[each]}
            </option>
          ))}
        </select>
      )}
      {choices === undefined ? (
        <ValueInput
          field={field}
          dimension={dimensions.find(({ metadata_key }) => field === `metadata.${metadata_key}`)}
          value={value}
          onChange={setValue}
          onKeyDown={addOnEnter}
        />
      ) : (
        <select aria-label="Value" value={shown} onChange={(event) => setValue(event.target.value)} className={SMALL}>
          {choices.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Button kind="primary" isSmall onClick={add}>
        Add
      </Button>
      <Button kind="quiet" isSmall onClick={onCancel}>
        Cancel
      </Button>
      {bricks.length === 0 && <span className="text-[13px] text-muted">Choose a kit to filter by its answers.</span>}
    </fieldset>
  );
}

type FieldOptionsProps = Pick<AddConditionProps, 'bricks' | 'versions' | 'isOfRule' | 'hasDates'> & {
  dimensions: readonly Dimension[];
};

function FieldOptions({ bricks, versions, dimensions, isOfRule, hasDates }: FieldOptionsProps) {
  return (
    <>
      {bricks.length > 0 && (
        <optgroup label="Answers">
          {bricks.map((each) => (
            <option key={each.key} value={`answer.${each.key}`}>
              {each.name}
            </option>
          ))}
        </optgroup>
      )}
      {dimensions.length > 0 && (
        <optgroup label="Dimensions">
          {dimensions.map(({ name, metadata_key, label }) => (
            <option key={name} value={`metadata.${metadata_key}`}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
      {hasDates && (
        <optgroup label="When it took place">
          <option value="from">from</option>
          <option value="to">until</option>
        </optgroup>
      )}
      <optgroup label="Run">
        {!isOfRule && <option value="reviewed">reviewed</option>}
        {versions.length > 0 && <option value="kit_version_id">version</option>}
        <option value="metadata">metadata</option>
      </optgroup>
    </>
  );
}

interface ValueInputProps {
  field: string;
  /** Whose values are suggested. */
  dimension: Dimension | undefined;
  value: string;
  onChange(value: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function ValueInput({ field, dimension, value, onChange, onKeyDown }: ValueInputProps) {
  const suggested =
    useRead((api) => api.dimensions.values(dimension?.name ?? '', { prefix: value, limit: 20 }), {
      enabled: dimension !== undefined,
    }).data ?? [];
  return (
    <>
      <input
        aria-label="Value"
        type={field === 'from' || field === 'to' ? 'date' : 'text'}
        maxLength={400}
        {...(dimension !== undefined && { list: SUGGESTED })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${SMALL} w-36`}
      />
      {dimension !== undefined && (
        <datalist id={SUGGESTED}>
          {suggested.map(({ value: each, runs }) => (
            <option key={each} value={each}>{`${runs}`}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

const SUGGESTED = 'values-of-dimension';
const SMALL = `${INPUT} h-8 max-w-56 text-[13px]`;

function conditionOf(field: string, operator: string | undefined, value: string): Condition {
  const [, ofConfidence] = /^confidence (.*)$/.exec(operator ?? '') ?? [];
  if (ofConfidence !== undefined)
    return [field.replace(/^answer/, 'confidence'), `${ofConfidence}:${fromField(value)}`];
  return [field, operator === undefined ? value : `${operator}:${value}`];
}

function operatorsOf(field: string, brick: BrickSchema | undefined): string[] {
  if (field === 'metadata' || field.startsWith('metadata.')) return ['eq', 'not'];
  if (brick === undefined) return [];
  // Computed answers have no confidence.
  const confidence = brick.score === undefined ? ['confidence lt', 'confidence gte'] : [];
  if (brick.many === true) return ['has', 'eq', 'not', 'is', ...confidence];
  if (brick.type === 'numeric') return ['lt', 'lte', 'gt', 'gte', 'eq', 'not', 'is', ...confidence];
  return ['eq', 'not', 'is', ...confidence];
}

function choicesOf(
  field: string,
  operator: string | undefined,
  { brick, versions }: { brick: BrickSchema | undefined; versions: readonly KitVersion[] },
): readonly (readonly [value: string, label: string])[] | undefined {
  if (field === 'kit_version_id')
    return versions.map(({ kit_version_id, version }) => [kit_version_id, String(version)]);
  if (operator === 'is') return STATES;
  if (operator?.startsWith('confidence')) return undefined;
  if (field === 'reviewed' || brick?.type === 'boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ];
  return brick?.categories?.map(({ value, name }) => [value, name ?? value]);
}
