/** One brick: a line that says what it asks for, and its fields once it is opened. */
import { nameFor } from '@brickwork/contract/plain-questions';
import { EXTRACTORS, METRICS } from '@brickwork/contract/vocabulary';
import { useId, useState } from 'react';
import { type Document, isScalar, isSeq, visit } from 'yaml';
import { appliesWords, scoreWords, thresholdWords } from '../kits/kit-words.ts';
import { isRecord, type Members, shown } from '../kits/members.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { answersOf, changeKind, KINDS, type Kind, kindOf, kindWords } from './brick-kinds.ts';
import { put } from './edit-yaml.ts';
import { ChoiceAt, NumberAt, PercentAt, TextAt } from './fields.tsx';
import { useKitForm } from './form-context.ts';
import { RuleFields, ruleFor } from './rule-fields.tsx';
import { ScoreFields } from './score-fields.tsx';

interface BrickProps {
  brick: Members;
  index: number;
}

interface BrickFormProps extends BrickProps {
  isOpen: boolean;
  onOpen(index: number | undefined): void;
}

export function BrickForm({ brick, index, isOpen, onOpen }: BrickFormProps) {
  const { bricks, edit, isFaulty, nameOf } = useKitForm();
  const id = useId();
  const kind = kindOf(brick);
  const title = shown(brick.name) || shown(brick.question) || shown(brick.key) || `Question ${index + 1}`;
  const move = (to: number) => {
    edit((document) => moveBrick(document, index, to));
    onOpen(isOpen ? to : undefined);
  };
  const remove = () => {
    edit((document) => document.deleteIn(['bricks', index]));
    onOpen(undefined);
  };
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(isOpen ? undefined : index)}
          className="min-w-0 flex-1 rounded text-left hover:text-accent"
        >
          <span className="block font-medium wrap-break-word">{title}</span>
          <span className="block text-[13px] text-muted">
            {[
              kindWords(kind),
              ...(kind === 'categorical' ? [answersOf(brick).join(', ')] : []),
              ...(kind === 'numeric' ? [`${shown(brick.min) || 0} to ${shown(brick.max) || 100}`] : []),
            ].join(' · ')}
          </span>
          {linesOf(brick, isOpen, nameOf).map((line) => (
            <span key={line} className="block text-[13px] text-muted">
              {line}
            </span>
          ))}
        </button>
        {isFaulty(['bricks', index]) && <span className="py-1 text-[13px] text-bad">Has an error</span>}
        <Button
          kind="quiet"
          isSmall
          aria-label={`Move up: ${title}`}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          ↑
        </Button>
        <Button
          kind="quiet"
          isSmall
          aria-label={`Move down: ${title}`}
          disabled={index === bricks.length - 1}
          onClick={() => move(index + 1)}
        >
          ↓
        </Button>
        <Button kind="quiet" isSmall aria-label={`Remove: ${title}`} onClick={remove}>
          ✕
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="mt-3 space-y-4 border-l-2 border-line pl-4">
          <BrickFields brick={brick} index={index} kind={kind} />
        </div>
      )}
    </li>
  );
}

function moveBrick(document: Document, from: number, to: number): void {
  const list = document.get('bricks');
  if (!isSeq(list)) return;
  list.items.splice(to, 0, ...list.items.splice(from, 1));
}

/** Rules in words; those of a score only where its fields do not say them. */
function linesOf({ applies_when, abstain_below, score }: Members, isOpen: boolean, nameOf: (key: string) => string) {
  return [
    ...(applies_when === undefined ? [] : [appliesWords(applies_when, nameOf)]),
    ...(typeof abstain_below === 'number' ? [thresholdWords(abstain_below)] : []),
    ...(score === undefined || isOpen ? [] : scoreWords(score, nameOf)),
  ];
}

/** Conditions and scores go on meaning the same brick. */
function renameBrick(document: Document, index: number, from: string, to: string): void {
  document.setIn(['bricks', index, 'key'], to);
  if (from === '' || to === '') return;
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'brick' && isScalar(value) && value.value === from) value.value = to;
    },
  });
}

const SIDES = [
  ['', 'Everybody'],
  ['agent', 'The agent only'],
  ['customer', 'The customer only'],
] as const;

function BrickFields({ brick, index, kind }: BrickProps & { kind: Kind }) {
  const { bricks, edit, faultAt } = useKitForm();
  const at = ['bricks', index];
  const isAsked = kind !== 'metric' && kind !== 'score';
  return (
    <>
      {isAsked && <QuestionField brick={brick} index={index} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAt label="Name" path={[...at, 'name']} value={brick.name} placeholder={shown(brick.key)} />
        <ChoiceField
          label="Answer"
          value={kind}
          options={KINDS}
          onChange={(next) => edit((document) => changeKind(document, index, next, bricks))}
        />
      </div>
      <KindFields brick={brick} index={index} kind={kind} />
      {kind !== 'score' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceAt
            label="Consider what is said by"
            path={[...at, 'speaker']}
            value={brick.speaker}
            options={sidesFor(brick.speaker)}
          />
          {isAsked && (
            <PercentAt
              label="Not sure below this confidence (%)"
              path={[...at, 'abstain_below']}
              value={brick.abstain_below}
              placeholder="always answer"
            />
          )}
        </div>
      )}
      <Applies brick={brick} index={index} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAt label="Heading on the scorecard" path={[...at, 'section']} value={brick.section} />
        <TextField
          label="Name in the output"
          value={shown(brick.key)}
          error={faultAt([...at, 'key'], 'Name in the output')}
          onChange={(next) => edit((document) => renameBrick(document, index, shown(brick.key), next))}
        />
      </div>
    </>
  );
}

/** A name that was made of the question follows it. */
function QuestionField({ brick, index }: BrickProps) {
  const { edit, faultAt } = useKitForm();
  const at = ['bricks', index];
  const change = (next: string) =>
    edit((document) => {
      put(document, [...at, 'question'], next);
      if (shown(brick.name) === nameFor(shown(brick.question))) put(document, [...at, 'name'], nameFor(next));
    });
  return (
    <TextField
      label="Question"
      rows={2}
      value={shown(brick.question)}
      error={faultAt([...at, 'question'], 'Question')}
      onChange={change}
    />
  );
}

/** A speaker's own label stays a choice. */
function sidesFor(speaker: unknown): readonly (readonly [string, string])[] {
  const own = shown(speaker);
  return own === '' || SIDES.some(([side]) => side === own) ? SIDES : [...SIDES, [own, own]];
}

function KindFields({ brick, index, kind }: BrickProps & { kind: Kind }) {
  const at = ['bricks', index];
  const good = [...at, 'good'];
  switch (kind) {
    case 'boolean':
      return (
        <>
          <TextAt label="Yes when" path={[...at, 'true_when']} value={brick.true_when} rows={2} />
          <TextAt label="No when" path={[...at, 'false_when']} value={brick.false_when} rows={2} />
          <ChoiceAt label="Good answer" path={good} value={brick.good} options={YES_OR_NO} />
        </>
      );
    case 'categorical':
      return <Options brick={brick} index={index} />;
    case 'numeric':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberAt label="Lowest" path={[...at, 'min']} value={brick.min} placeholder="0" />
          <NumberAt label="Highest" path={[...at, 'max']} value={brick.max} placeholder="100" />
          <NumberAt label="In steps of" path={[...at, 'step']} value={brick.step} placeholder="any" />
          <ChoiceAt label="Good answer" path={good} value={brick.good} options={HIGH_OR_LOW} />
        </div>
      );
    case 'text':
      return (
        <ChoiceAt
          label="Look for"
          path={[...at, 'extract']}
          value={brick.extract}
          options={extractsFor(brick.extract)}
        />
      );
    case 'metric':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceAt label="Measure" path={[...at, 'metric']} value={brick.metric} options={METRIC_OPTIONS} />
          <ChoiceAt label="Good answer" path={good} value={brick.good} options={HIGH_OR_LOW} />
        </div>
      );
    case 'score':
      return <ScoreFields brick={brick} index={index} />;
  }
}

const YES_OR_NO = [
  ['', 'neither'],
  [true, 'Yes'],
  [false, 'No'],
] as const;
const HIGH_OR_LOW = [
  ['', 'neither'],
  ['high', 'high'],
  ['low', 'low'],
] as const;
const METRIC_OPTIONS = METRICS.map((metric) => [metric, metric.replaceAll('_', ' ')] as const);

function extractsFor(extract: unknown): readonly (readonly [string, string])[] {
  const own = shown(extract);
  return [
    ['', 'the answer to the question'],
    ...EXTRACTORS.map((each) => [each, each] as const),
    ...(own.startsWith('/') ? [[own, own] as const] : []),
  ];
}

/** Options one a line; those that stay keep what else is written about them. */
function Options({ brick, index }: BrickProps) {
  const { edit, set, faultAt } = useKitForm();
  const path = ['bricks', index, 'categories'];
  const answers = answersOf(brick).map(String);
  const [text, setText] = useState<string>();
  const good = Array.isArray(brick.good) ? brick.good : [];
  const take = (next: string) => {
    setText(next);
    const values = [...new Set(next.split('\n').map((line) => line.trim()))].filter((value) => value !== '');
    edit((document) => {
      const list = document.getIn(path);
      const known = isSeq(list) ? list.items : [];
      const kept = new Map(answers.map((value, at) => [value, known[at]]));
      const nodes = values.map((value) => kept.get(value) ?? document.createNode({ value }));
      if (isSeq(list)) list.items = nodes;
      else document.setIn(path, document.createNode(nodes));
      if (good.length > 0)
        setGood(
          document,
          index,
          good.filter((value) => values.includes(String(value))),
        );
    });
  };
  return (
    <>
      <TextField
        label="Options, one per line"
        rows={Math.min(8, Math.max(3, answers.length + 1))}
        value={
          text
            ?.split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join('\n') === answers.join('\n')
            ? text
            : answers.join('\n')
        }
        error={faultAt(path, 'Options')}
        onChange={take}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Good answers</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
          {answers.map((value) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={good.includes(value)}
                onChange={(event) => {
                  const next = answers.filter((each) => (each === value ? event.target.checked : good.includes(each)));
                  edit((document) => setGood(document, index, next));
                }}
              />
              {value}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={brick.many === true}
          onChange={(event) => set(['bricks', index, 'many'], event.target.checked ? true : '')}
        />
        Several options may fit one call
      </label>
    </>
  );
}

function setGood(document: Document, index: number, values: readonly unknown[]): void {
  if (values.length === 0) document.deleteIn(['bricks', index, 'good']);
  else document.setIn(['bricks', index, 'good'], document.createNode(values, { flow: true }));
}

/** When the question makes sense at all. */
function Applies({ brick, index }: BrickProps) {
  const { bricks, edit, set } = useKitForm();
  const path = ['bricks', index, 'applies_when'];
  const first = bricks.find(({ key, type }) => key !== brick.key && type !== 'text' && key !== undefined);
  const rule = brick.applies_when;
  if (first === undefined && rule === undefined) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Ask only when</legend>
      {isRecord(rule) ? (
        <div className="flex flex-wrap items-center gap-2">
          <RuleFields label="Ask only when" path={path} rule={rule} own={brick.key} />
          <Button kind="quiet" isSmall aria-label="Ask always" onClick={() => set(path, '')}>
            ✕
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm text-muted">Always asked.</span>
          <Button
            isSmall
            onClick={() =>
              edit((document) => document.setIn(path, document.createNode(ruleFor(first), { flow: true })))
            }
          >
            Add a condition
          </Button>
        </div>
      )}
    </fieldset>
  );
}
