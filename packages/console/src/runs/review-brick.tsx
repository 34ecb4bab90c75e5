import type { Appeal, BrickSchema, Review, Verdict } from '@brickwork/client';
import type { KeyboardEvent } from 'react';
import type { BrickOutput } from '../api/runs.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { KeyHint } from '../ui/keys.tsx';
import { Said } from '../ui/said.tsx';
import { BrickValue } from './brick-value.tsx';
import { Confidence } from './confidence.tsx';
import { choicesOf, choose, type Decision, decide, listOf, readValue } from './review-draft.ts';

const VERDICTS: readonly [Verdict, string, key: string][] = [
  ['correct', 'Right', 'y'],
  ['wrong', 'Wrong', 'x'],
  ['not_applicable', 'Does not apply', 'a'],
  ['unsure', 'Unsure', 'u'],
];

/** What was asked, and what counts: read from the kit as it was pushed. */
export interface Question {
  question?: string;
  instructions?: string;
  true_when?: string;
  false_when?: string;
}

interface ReviewBrickProps {
  brickKey: string;
  brick: BrickOutput;
  schema: BrickSchema | undefined;
  question: Question | undefined;
  isCurrent: boolean;
  decision: Decision | undefined;
  /** What other people say. */
  others: readonly Review[];
  /** Waits for this review. */
  appeal: Appeal | undefined;
  /** In a sample the verdict must not follow from what the agent says. */
  isBlind: boolean;
  onChoose(): void;
  onDecide(decision: Decision): void;
}

export function ReviewBrick(props: ReviewBrickProps) {
  const { brickKey, brick, schema, question, isCurrent, decision, others, appeal, isBlind, onChoose, onDecide } = props;
  return (
    <li
      id={`review-${brickKey}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={`border-l-[3px] px-4 py-3 sm:px-5 ${isCurrent ? 'border-accent bg-sunken' : 'border-transparent'}`}
    >
      <button type="button" onClick={onChoose} className="block w-full text-left">
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-sm font-medium">{schema?.name ?? brickKey}</span>
          {decision?.verdict !== undefined && (
            <span className="shrink-0 text-[13px] text-soft">
              {VERDICTS.find(([verdict]) => verdict === decision.verdict)?.[1]}
            </span>
          )}
        </span>
        {question?.question !== undefined && (
          <span className="mt-0.5 block text-sm text-soft">{question.question}</span>
        )}
        <span className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <BrickValue brick={brick} schema={schema} />
          <Confidence brick={brick} schema={schema} />
        </span>
      </button>
      <Conditions question={question} schema={schema} />
      {!isBlind && appeal?.text !== undefined && (
        <p className="mt-2 text-sm">
          <span className="font-medium">
            <Said>{appeal.by.name}</Said> appealed:
          </span>{' '}
          <Said>{appeal.text}</Said>
        </p>
      )}
      {isCurrent && (
        <>
          {brick.reason !== undefined && (
            <p className="mt-2 text-sm text-soft">
              <Said>{brick.reason}</Said>
            </p>
          )}
          <fieldset className="mt-2.5 flex flex-wrap gap-1.5">
            <legend className="sr-only">Verdict</legend>
            {VERDICTS.map(([verdict, label, key]) => (
              <Button
                key={verdict}
                isSmall
                kind={decision?.verdict === verdict ? 'primary' : 'plain'}
                aria-pressed={decision?.verdict === verdict}
                aria-keyshortcuts={key}
                onClick={() => onDecide(decide(verdict, brick.value, decision))}
              >
                {label} <KeyHint>{key}</KeyHint>
              </Button>
            ))}
          </fieldset>
          <RightValue {...props} />
          <div className="mt-2">
            <label htmlFor={`note-${brickKey}`} className="sr-only">
              Note on {schema?.name ?? brickKey}
            </label>
            <input
              id={`note-${brickKey}`}
              placeholder="Note"
              maxLength={2_000}
              value={decision?.note ?? ''}
              onChange={(event) => onDecide({ ...decision, note: event.target.value })}
              onKeyDown={leaveOnEnter}
              className={`${INPUT} w-full`}
            />
            {appeal !== undefined && (
              <p className="mt-1 text-[13px] text-muted">
                The person who appealed will see this note, without your name.
              </p>
            )}
          </div>
          {others.length > 0 && (
            <p className="mt-2 text-[13px] text-muted">
              Others say:{' '}
              {others.map(({ verdict, value }) => (value === undefined ? verdict : `${verdict} (${value})`)).join(', ')}
            </p>
          )}
        </>
      )}
    </li>
  );
}

/** A click or a digit for the values of a set; a field for all else, once the answer is wrong. */
function RightValue({ brickKey, brick, schema, decision, onDecide }: ReviewBrickProps) {
  const choices = choicesOf(schema);
  const list = schema?.many === true ? listOf(brick.value, decision) : undefined;
  const isPicked = (value: string | boolean) => {
    if (list !== undefined) return list.includes(String(value));
    return decision?.verdict === 'wrong' ? decision.value === value : undefined;
  };
  if (choices.length > 0) {
    return (
      <fieldset className="mt-2 flex flex-wrap gap-1.5">
        <legend className="sr-only">Correct value</legend>
        {choices.map(({ value, label }, index) => (
          <Button
            key={String(value)}
            isSmall
            kind="quiet"
            aria-pressed={isPicked(value)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onDecide(choose(schema, brick.value, value, decision))}
          >
            <span className="font-mono text-xs text-muted">{index + 1}</span> {label}
          </Button>
        ))}
      </fieldset>
    );
  }
  return (
    <div className="mt-2">
      <label htmlFor={`value-${brickKey}`} className="sr-only">
        Correct value for {schema?.name ?? brickKey}
      </label>
      <input
        id={`value-${brickKey}`}
        placeholder={schema?.many === true ? 'Correct values, separated by commas' : 'Correct value'}
        value={decision?.value === undefined ? '' : String(decision.value)}
        onChange={(event) => onDecide({ ...decision, verdict: 'wrong', value: readValue(event.target.value, schema) })}
        onKeyDown={leaveOnEnter}
        className={`${INPUT} w-full`}
      />
    </div>
  );
}

/** Enter and Escape lead back to the single keys; Enter must not save yet. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.preventDefault();
  event.currentTarget.blur();
}

function Conditions({ question, schema }: { question: Question | undefined; schema: BrickSchema | undefined }) {
  const lines: [string, string][] = [
    ...(question?.true_when === undefined ? [] : [['Yes when', question.true_when] as [string, string]]),
    ...(question?.false_when === undefined ? [] : [['No when', question.false_when] as [string, string]]),
    ...(question?.instructions === undefined ? [] : [['How to judge', question.instructions] as [string, string]]),
    ...(schema?.categories ?? []).flatMap(({ value, name, description }): [string, string][] =>
      description === undefined ? [] : [[name ?? value, description]],
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <dl className="mt-1.5 space-y-0.5 text-[13px] text-muted">
      {lines.map(([term, text]) => (
        <div key={term}>
          <dt className="inline font-medium">{term}: </dt>
          <dd className="inline">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
