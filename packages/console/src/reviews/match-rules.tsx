/** Rules of a policy, row by row: every run with such an answer, or such a value of a dimension. */
import type { BrickSchema } from '@brickwork/client';
import { useId } from 'react';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import type { RuleDraft } from './policy-draft.ts';

interface MatchRulesProps {
  rules: readonly RuleDraft[];
  bricks: readonly BrickSchema[];
  onChange(rules: readonly RuleDraft[]): void;
}

const MOST = 20;

export function MatchRules({ rules, bricks, onChange }: MatchRulesProps) {
  const matched = bricks.filter(({ type }) => type !== 'text');
  const first = matched[0];
  const add = () => onChange([...rules, first === undefined ? { field: 'dimension.team', value: '' } : ruleFor(first)]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Every call that matches</legend>
      <ul className="space-y-2">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and stay in their order
          <li key={index} className="flex flex-wrap items-center gap-2">
            <Rule
              rule={rule}
              number={index + 1}
              bricks={matched}
              onChange={(next) => onChange(rules.map((each, at) => (at === index ? next : each)))}
            />
            <Button
              isSmall
              kind="quiet"
              aria-label={`Remove rule ${index + 1}`}
              onClick={() => onChange(rules.filter((_, at) => at !== index))}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <Button isSmall className={rules.length === 0 ? '' : 'mt-2'} disabled={rules.length >= MOST} onClick={add}>
        Add a rule
      </Button>
    </fieldset>
  );
}

interface RuleProps {
  rule: RuleDraft;
  /** From 1, for its labels. */
  number: number;
  bricks: readonly BrickSchema[];
  onChange(rule: RuleDraft): void;
}

function Rule({ rule: { field, value }, number, bricks, onChange }: RuleProps) {
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  const suggestions = useId();
  const brick = bricks.find(({ key }) => field === `answer.${key}`);
  const dimension = /^dimension\.(.*)$/.exec(field)?.[1];
  const suggested =
    useRead(dimension !== undefined && ((api) => api.dimensions.values(dimension, { prefix: value, limit: 20 })))
      .data ?? [];
  const choices = brick && choicesOf(brick);
  const choose = (next: string) => {
    const chosen = bricks.find(({ key }) => next === `answer.${key}`);
    onChange(chosen === undefined ? { field: next, value: '' } : ruleFor(chosen));
  };
  return (
    <>
      <select
        aria-label={`Rule ${number}: what`}
        value={field}
        onChange={(event) => choose(event.target.value)}
        className={`${INPUT} max-w-60`}
      >
        <optgroup label="Answer">
          {bricks.map(({ key, name }) => (
            <option key={key} value={`answer.${key}`}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Dimension">
          {dimensions.map(({ name, label }) => (
            <option key={name} value={`dimension.${name}`}>
              {label}
            </option>
          ))}
        </optgroup>
        {field.startsWith('metadata.') && <option value={field}>{field}</option>}
      </select>
      <span className="text-sm text-muted">is</span>
      {choices === undefined ? (
        <input
          aria-label={`Rule ${number}: value`}
          required
          maxLength={512}
          {...(dimension !== undefined && { list: suggestions })}
          type={brick?.type === 'numeric' ? 'number' : 'text'}
          step="any"
          value={value}
          onChange={(event) => onChange({ field, value: event.target.value })}
          className={`${INPUT} w-48`}
        />
      ) : (
        <select
          aria-label={`Rule ${number}: value`}
          value={value}
          onChange={(event) => onChange({ field, value: event.target.value })}
          className={`${INPUT} max-w-60`}
        >
          {choices.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
      <datalist id={suggestions}>
        {suggested.map(({ value: each }) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

function ruleFor(brick: BrickSchema): RuleDraft {
  return { field: `answer.${brick.key}`, value: choicesOf(brick)?.[0]?.[0] ?? '' };
}

function choicesOf({ type, categories }: BrickSchema): (readonly [string, string])[] | undefined {
  if (type === 'boolean')
    return [
      ['false', 'No'],
      ['true', 'Yes'],
    ];
  return categories?.map(({ value, name }) => [value, name ?? value] as const);
}
