/** Conditions on answers, confidence, metadata, reviews and dates as chips. They stand in the address, so a filtered list can be shared. */
import { type KeyboardEvent, useState } from 'react';
import { useDimensions, useDimensionValues } from '../api/dimensions.ts';
import type { BrickSchema, KitVersion } from '../api/kits.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatTime } from '../ui/format.ts';
import { type Condition, conditionsOf, whereOf } from './runs-search.ts';

interface WhereChipsProps {
  where: string | undefined;
  onWhere(where: string | undefined): void;
  /** Of the kit that is chosen; conditions on answers need one. */
  bricks: readonly BrickSchema[];
  /** Of the kit that is chosen, where runs can be filtered by version. */
  versions?: readonly KitVersion[] | undefined;
  /** A rule that goes on being checked has no dates, and counts runs whether they are reviewed or not. */
  isOfRule?: boolean;
  /** Whether days are filters, too; not where the page has a period of its own. */
  hasDates?: boolean;
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: 'is',
  not: 'is not',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  has: 'has',
  is: 'state',
};

/** Why an answer has no value, or that it has one. */
const STATES: readonly [string, string][] = [
  ['not_applicable', 'does not apply'],
  ['not_sure', 'not sure'],
  ['no_answer', 'no answer'],
  ['no_value', 'no value'],
  ['answered', 'answered'],
];

export function WhereChips({
  where,
  onWhere,
  bricks,
  versions = NO_VERSIONS,
  isOfRule = false,
  hasDates = !isOfRule,
}: WhereChipsProps) {
  const [isAdding, setIsAdding] = useState(false);
  const conditions = conditionsOf(where);
  const brickOf = (key: string) => bricks.find((brick) => brick.key === key);
  const nameOf = (key: string) => brickOf(key)?.name ?? key;
  const nameOfValue = (key: string, value: string) =>
    brickOf(key)?.categories?.find((category) => category.value === value)?.name ?? value;
  const textOf = (condition: Condition) =>
    condition[0] === 'kit_version_id'
      ? nameOfVersion(condition[1], versions)
      : describe(condition, nameOf, nameOfValue);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {conditions.map((condition, index) => {
        const text = textOf(condition);
        return (
          <span
            key={condition.join('=')}
            className="flex h-8 items-center rounded-full border border-line-strong bg-surface pl-3 text-sm"
          >
            {text}
            <button
              type="button"
              aria-label={`Remove ${text}`}
              onClick={() => onWhere(whereOf(conditions.filter((_, at) => at !== index)))}
              className="h-full rounded-full px-2.5 text-muted hover:text-ink"
            >
              ×
            </button>
          </span>
        );
      })}
      {isAdding ? (
        <AddCondition
          bricks={bricks}
          versions={versions}
          isOfRule={isOfRule}
          hasDates={hasDates}
          onCancel={() => setIsAdding(false)}
          onAdd={(condition) => {
            onWhere(whereOf([...conditions, condition]));
            setIsAdding(false);
          }}
        />
      ) : (
        <Button isSmall onClick={() => setIsAdding(true)}>
          Add a filter
        </Button>
      )}
    </div>
  );
}

/** Conditions of a filter of the API, in words. */
export function describeConditions(conditions: readonly Condition[], nameOf: (key: string) => string): string[] {
  return conditions.map(([name, text]) => {
    if (name === 'external_id') return `external id ${text}`;
    const [, what, side] = /^(occurred|created)_(after|before)$/.exec(name) ?? [];
    if (side !== undefined) return `${what} ${side} ${formatTime(text)}`;
    return describe([name, text], nameOf);
  });
}

/** `answer.resolved=eq:false` → “Resolved is No”. */
function describe(
  [name, text]: Condition,
  nameOf: (key: string) => string,
  nameOfValue = (_key: string, value: string) => value,
): string {
  // Anything else is the name of a dimension.
  const [, field = name, key = name] = /^(answer|confidence|metadata)\.(.*)$/s.exec(name) ?? [];
  if (field === 'reviewed') return text === 'true' ? 'reviewed' : 'not reviewed';
  if (field === 'from' || field === 'to') return `${field} ${text}`;
  const [, operator = 'eq', value = ''] = /^(eq|not|lt|lte|gt|gte|has|is):(.*)$/s.exec(text) ?? ['', 'eq', text];
  const shown = value === 'true' ? 'Yes' : value === 'false' ? 'No' : nameOfValue(key, value);
  const subject = field === 'answer' ? nameOf(key) : field === 'confidence' ? `confidence of ${nameOf(key)}` : key;
  if (operator === 'is') return `${subject}: ${STATES.find(([state]) => state === value)?.[1] ?? value}`;
  return `${subject} ${SIGNS[operator]} ${field === 'answer' ? shown : value}`;
}

const NO_VERSIONS: readonly KitVersion[] = [];

function nameOfVersion(id: string, versions: readonly KitVersion[]): string {
  const version = versions.find(({ kit_version_id }) => kit_version_id === id)?.version;
  return version === undefined ? 'another version' : `version ${version}`;
}

interface AddConditionProps {
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
  isOfRule: boolean;
  hasDates: boolean;
  onAdd(condition: Condition): void;
  onCancel(): void;
}

function AddCondition({ bricks, versions, isOfRule, hasDates, onAdd, onCancel }: AddConditionProps) {
  const first = bricks[0];
  const [field, setField] = useState(first === undefined ? 'metadata' : `answer.${first.key}`);
  const [key, setKey] = useState('');
  const [operator, setOperator] = useState('eq');
  const [value, setValue] = useState('');
  const brick = bricks.find((each) => field === `answer.${each.key}`);
  const operators = operatorsOf(field, brick);
  const chosen = operators.includes(operator) ? operator : operators[0];
  const choices =
    field === 'kit_version_id'
      ? versions.map(({ kit_version_id, version }): [string, string] => [kit_version_id, String(version)])
      : chosen === 'is'
        ? STATES
        : choicesOf(field, brick);
  const shown = choices === undefined || choices.some(([each]) => each === value) ? value : (choices[0]?.[0] ?? '');
  const dimensions = useDimensions().data ?? [];
  const dimension = dimensions.find(({ metadata_key }) => field === `metadata.${metadata_key}`);
  const suggested = useDimensionValues(dimension?.name, value).data ?? [];
  const add = () => {
    if (shown === '' || (field === 'metadata' && key.trim() === '')) return;
    const name = field === 'metadata' ? `metadata.${key.trim()}` : field;
    onAdd([name, chosen === undefined ? shown : `${chosen}:${shown}`]);
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
        {bricks.length > 0 && (
          <>
            <optgroup label="Answer">
              {bricks.map((each) => (
                <option key={each.key} value={`answer.${each.key}`}>
                  {each.name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Confidence">
              {bricks.map((each) => (
                <option key={each.key} value={`confidence.${each.key}`}>
                  {`confidence of ${each.name}`}
                </option>
              ))}
            </optgroup>
          </>
        )}
        {dimensions.length > 0 && (
          <optgroup label="Dimension">
            {dimensions.map(({ name, metadata_key, label }) => (
              <option key={name} value={`metadata.${metadata_key}`}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Run">
          <option value="metadata">metadata</option>
          {versions.length > 0 && <option value="kit_version_id">version</option>}
          {!isOfRule && <option value="reviewed">reviewed</option>}
          {hasDates && (
            <>
              <option value="from">took place from</option>
              <option value="to">took place until</option>
            </>
          )}
        </optgroup>
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
        <input
          aria-label="Value"
          type={field === 'from' || field === 'to' ? 'date' : 'text'}
          maxLength={400}
          {...(dimension !== undefined && { list: SUGGESTED })}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={addOnEnter}
          className={`${SMALL} w-36`}
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
      {dimension !== undefined && (
        <datalist id={SUGGESTED}>
          {suggested.map(({ value: each, runs }) => (
            <option key={each} value={each}>{`${runs}`}</option>
          ))}
        </datalist>
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

const SUGGESTED = 'values-of-dimension';
const SMALL = `${INPUT} h-8 max-w-56 text-[13px]`;

function operatorsOf(field: string, brick: BrickSchema | undefined): string[] {
  if (field.startsWith('confidence.')) return ['lt', 'lte', 'gt', 'gte'];
  if (field === 'metadata' || field.startsWith('metadata.')) return ['eq', 'not'];
  if (brick === undefined) return [];
  if (brick.many === true) return ['has', 'eq', 'not', 'is'];
  if (brick.type === 'numeric') return ['lt', 'lte', 'gt', 'gte', 'eq', 'not', 'is'];
  return ['eq', 'not', 'is'];
}

function choicesOf(field: string, brick: BrickSchema | undefined): [value: string, label: string][] | undefined {
  if (field === 'reviewed' || brick?.type === 'boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ];
  return brick?.categories?.map(({ value, name }) => [value, name ?? value]);
}
