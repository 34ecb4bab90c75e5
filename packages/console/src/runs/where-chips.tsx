/** Conditions on answers, confidence, metadata, reviews and dates as chips. They stand in the address, so a filtered list can be shared. */
import type { BrickSchema, KitVersion } from '@brickwork/client';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatShare, formatTime } from '../ui/format.ts';
import { AddCondition, SIGNS, STATES } from './add-condition.tsx';
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
  /** In a row with other elements. */
  isInline?: boolean;
}

export function WhereChips({
  where,
  onWhere,
  bricks,
  versions = NO_VERSIONS,
  isOfRule = false,
  hasDates = !isOfRule,
  isInline = false,
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
    <div className={`flex flex-wrap items-center gap-2 ${isInline ? '' : 'mb-4'}`}>
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
  if (field === 'confidence') return `${subject} ${SIGNS[operator]} ${formatShare(Number(value))}`;
  return `${subject} ${SIGNS[operator]} ${field === 'answer' ? shown : value}`;
}

const NO_VERSIONS: readonly KitVersion[] = [];

function nameOfVersion(id: string, versions: readonly KitVersion[]): string {
  const version = versions.find(({ kit_version_id }) => kit_version_id === id)?.version;
  return version === undefined ? 'another version' : `version ${version}`;
}
