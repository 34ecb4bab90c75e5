/** One of an agent's own calls: the conversation with its marks, the scorecard by section, and the way to appeal where the line is. */

import { type Appeal, type BrickSchema, type NewAppeal, toScorecards } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import type { BrickOutput, RunOutput } from '../api/runs.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { CLOSEST } from '../runs/brick-list.tsx';
import { BrickValue } from '../runs/brick-value.tsx';
import { type Chosen, ConversationPane } from '../runs/conversation-pane.tsx';
import { withQuoted } from '../runs/quoted-words.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { formatNumber, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { nameOfBrick } from './name-of-brick.ts';

export function MyCallPage({ runId }: { runId: string }) {
  const { data: run, error } = useRead((api) =>
    api.runs.get<RunOutput>(runId, { include: ['conversation', 'evidence_spans', 'confidence_basis'], as: 'reviewed' }),
  );
  const kits = useRead((api) => api.home.get()).data?.kits;
  const appeals = useRead((api) => api.appeals.page({ run_id: runId, limit: 100 })).data?.data ?? [];
  const [chosen, setChosen] = useState<Chosen>();
  if (error !== null) return <ErrorState error={error} />;
  if (run === undefined) return <Spinner label="Loading the call" />;
  const kit = kits?.find(({ kit_id }) => kit_id === run.kit_id);
  const bricks = withQuoted(run.output?.bricks ?? {}, run.conversation);
  const choose = (key: string) => {
    setChosen({ key, evidence: 0 });
    document.getElementById(`line-${key}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/my-calls" className="rounded text-muted hover:text-ink">
          ← My calls
        </Link>
      </nav>
      <PageHeader title={run.external_id ?? 'Call'}>
        {`${formatTime(run.occurred_at)}${kit === undefined ? '' : ` · ${kit.name}`}`}
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel title="Conversation" className="max-lg:order-2">
          {run.conversation === undefined ? (
            <p className="p-4 text-sm text-soft">The conversation is no longer stored.</p>
          ) : (
            <ConversationPane
              conversation={run.conversation}
              metadata={run.metadata}
              bricks={bricks}
              nameOf={(key) => nameOfBrick(kit?.bricks, key)}
              chosen={chosen}
              onChoose={choose}
            />
          )}
        </Panel>
        <Panel title="Scorecard">
          {sectionsOf(bricks, kit?.bricks).map(([section, lines]) => (
            <section key={section} aria-label={section}>
              <h3 className="bg-sunken px-4 py-1.5 text-[13px] font-semibold text-soft sm:px-5">{section}</h3>
              <ul className="divide-y divide-line">
                {lines.map((line) => (
                  <Answer
                    key={line.key}
                    runId={runId}
                    line={line}
                    appeal={appeals.find((each) => each.brick === line.key)}
                    chosen={chosen?.key === line.key ? chosen : undefined}
                    onChoose={setChosen}
                  />
                ))}
              </ul>
            </section>
          ))}
        </Panel>
      </div>
    </>
  );
}

interface Line {
  key: string;
  name: string;
  output: BrickOutput;
  schema: BrickSchema | undefined;
  /** Earned and possible; undefined for what earns none. */
  points: { earned: number; possible: number } | undefined;
  /** Computed from the other lines, which are appealed instead. */
  isTotal: boolean;
}

/** The score first, then the sections of the scorecard, then everything else. */
function sectionsOf(
  bricks: Readonly<Record<string, BrickOutput>>,
  schemas: readonly BrickSchema[] = [],
): [string, Line[]][] {
  const cards = toScorecards([...schemas], bricks);
  const ofCard = new Map(cards.flatMap(({ lines }) => lines.map((line) => [line.brick_key, line] as const)));
  const totals = new Set(cards.map(({ brick_key }) => brick_key));
  const lines = Object.entries(bricks).map(([key, output]) => {
    const line = ofCard.get(key);
    const points = line?.state === 'counted' ? { earned: line.earned, possible: line.points } : undefined;
    const section = totals.has(key) ? 'Score' : line === undefined ? 'Other questions' : (line.section ?? 'Questions');
    const schema = schemas.find((each) => each.key === key);
    return { section, key, name: nameOfBrick(schemas, key), output, schema, points, isTotal: totals.has(key) };
  });
  const order = ({ section }: (typeof lines)[number]) =>
    section === 'Score' ? 0 : section === 'Other questions' ? 2 : 1;
  return [
    ...Map.groupBy(
      lines.toSorted((a, b) => order(a) - order(b)),
      ({ section }) => section,
    ),
  ];
}

interface AnswerProps {
  runId: string;
  line: Line;
  appeal: Appeal | undefined;
  chosen: Chosen | undefined;
  onChoose(chosen: Chosen): void;
}

function Answer({
  runId,
  line: { key, name, output, schema, points, isTotal },
  appeal,
  chosen,
  onChoose,
}: AnswerProps) {
  const [isAppealing, setIsAppealing] = useState(false);
  return (
    <li id={`line-${key}`} className={`px-4 py-3 sm:px-5 ${chosen === undefined ? '' : 'bg-mark/40'}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3">
        <span className="min-w-0 flex-1 basis-24 text-sm font-medium">{name}</span>
        <BrickValue brick={output} schema={schema} />
        {points !== undefined && (
          <span className="text-[13px] text-muted tabular-nums">
            {`${formatNumber(points.earned)} of ${formatNumber(points.possible)}`}
          </span>
        )}
        {isTotal ? null : appeal?.status === 'open' ? (
          <Tag tone="warn">appealed</Tag>
        ) : (
          <Button
            isSmall
            kind="quiet"
            aria-expanded={isAppealing}
            title="I disagree with this answer"
            onClick={() => setIsAppealing(!isAppealing)}
          >
            Appeal
          </Button>
        )}
      </div>
      {output.reason !== undefined && (
        <p className="mt-1 text-sm whitespace-pre-line text-soft">
          <Said>{output.reason}</Said>
        </p>
      )}
      {output.is_closest && <p className="mt-1.5 text-[13px] text-muted">{CLOSEST}</p>}
      {(output.evidence ?? []).map((quote, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be evidence twice; their order is all they have.
          key={index}
          type="button"
          aria-pressed={chosen?.evidence === index}
          onClick={() => onChoose({ key, evidence: index })}
          className="mt-1.5 block w-full rounded-md border-l-[3px] border-mark-strong bg-mark px-3 py-1.5 text-left text-sm aria-pressed:ring-2 aria-pressed:ring-mark-strong"
        >
          <Said>{quote.length > 300 ? `${quote.slice(0, 300)}…` : quote}</Said>
        </button>
      ))}
      {appeal !== undefined && appeal.status !== 'open' && (
        <p className="mt-1 text-sm text-muted">
          {appeal.status === 'changed'
            ? 'You appealed, and the answer was corrected.'
            : 'You appealed, and the answer was confirmed.'}
          {appeal.note !== undefined && (
            <>
              {' The reviewer wrote: '}
              <Said>{appeal.note}</Said>
            </>
          )}
        </p>
      )}
      {isAppealing && <AppealForm runId={runId} brick={key} onDone={() => setIsAppealing(false)} />}
    </li>
  );
}

function AppealForm({ runId, brick, onDone }: { runId: string; brick: string; onDone(): void }) {
  const [text, setText] = useState('');
  const appeal = useChange((api, given: NewAppeal) => api.appeals.create(runId, given));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    appeal.mutate({ brick, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="mt-3 space-y-3">
      <Field label="Why is it wrong?" note="A reviewer reads this and looks at the call again.">
        {(id) => (
          <textarea
            id={id}
            required
            rows={3}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT} h-auto w-full py-2`}
          />
        )}
      </Field>
      {appeal.error !== null && <Notice tone="bad">{describeError(appeal.error)}</Notice>}
      <Button type="submit" kind="primary" isSmall isBusy={appeal.isPending}>
        Send the appeal
      </Button>
    </form>
  );
}
