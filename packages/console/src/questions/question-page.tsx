/** One question: its estimate as it grows, what it rests on, and what to do next. */
import type { Question } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { isKit, useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatCredits, formatDay, formatDuration, formatNumber } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { QuestionStatus } from './question-status.tsx';

export function QuestionPage({ questionId }: { questionId: string }) {
  const { data, error, refetch } = useRead((api) => api.questions.get(questionId), { refetchInterval: whileRunning });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the question" />;
  const [first, ...others] = data.questions;
  const { kit_code: askedKit } = data.filter;
  return (
    <>
      <BackToAsk />
      <PageHeader
        title={others.length === 0 ? (first?.question ?? 'Question') : `${data.questions.length} questions`}
        beside={<QuestionStatus status={data.status} />}
        actions={<Remove question={data} />}
      >
        {`${formatNumber(data.predicted.population)} calls: `}
        <Conditions filter={data.filter} />
      </PageHeader>
      <div className="space-y-5">
        <Progress question={data} />
        {data.questions.map((answer) => (
          <AnswerPanel
            key={answer.key}
            {...{ questionId, answer }}
            by={data.by}
            askedKit={typeof askedKit === 'string' ? askedKit : undefined}
          />
        ))}
      </div>
    </>
  );
}

export function BackToAsk() {
  return (
    <nav aria-label="Breadcrumb" className="mb-2 text-sm">
      <Link to="/ask" className="rounded text-muted hover:text-ink">
        ← Ask
      </Link>
    </nav>
  );
}

const PERIODS: Readonly<Record<string, string>> = {
  occurred_after: 'since',
  occurred_before: 'until',
  created_after: 'received since',
  created_before: 'received until',
};

export function Conditions({ filter }: { filter: Record<string, unknown> }) {
  const kits = useKits().data ?? [];
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  const conditions = Object.entries(filter).map(([name, value]) => {
    const period = PERIODS[name];
    if (period !== undefined) return `${period} ${formatDay(String(value).slice(0, 10))}`;
    if (name === 'kit_code') return `Kit: ${kits.find((kit) => isKit(kit, value))?.name ?? String(value)}`;
    const dimension = dimensions.find((each) => each.name === name || `metadata.${each.metadata_key}` === name);
    return `${dimension?.label ?? name.replace('metadata.', '')}: ${String(value)}`;
  });
  return conditions.length === 0 ? 'all that succeeded' : conditions.join(', ');
}

function Progress({
  question: { status, stopped_by, questions, sample, predicted, cost, error },
}: {
  question: Question;
}) {
  const total = Math.max(1, status === 'running' ? predicted.runs : sample.asked);
  const facts = [
    `${formatNumber(sample.asked)} calls read`,
    ...(sample.failed === 0 ? [] : [`${formatNumber(sample.failed)} could not be read`]),
    formatDuration(Math.round(cost.seconds * 1_000)),
    cost.credits === 0 ? 'no credits' : `${formatCredits(cost.credits)} credits`,
    ...(status === 'running'
      ? [`predicted: ${formatNumber(predicted.runs)} calls, ${formatDuration(predicted.seconds * 1_000)}`]
      : []),
  ];
  return (
    <Panel>
      <div className="space-y-2 p-4 sm:p-5" aria-live="polite">
        {status === 'running' && (
          <progress value={Math.min(sample.asked, total)} max={total} aria-label="Progress" className="h-2 w-full" />
        )}
        <p className="text-sm text-soft tabular-nums">{facts.join(' · ')}</p>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {status === 'capped' && (
          <Notice tone="warn">
            {`The limit of ${stopped_by} was reached first. The calls read by then are a random sample, so the estimate is unbiased, but less precise than requested.${longerText(questions)}`}
          </Notice>
        )}
      </div>
    </Panel>
  );
}

/** What a longer run would bring to the question that it leaves widest. */
function longerText(questions: Question['questions']): string {
  const [widest] = questions
    .flatMap(({ share, values, longer }) => {
      const leading = share ?? values?.[0];
      return longer?.within === undefined || leading === undefined
        ? []
        : [{ ...longer, leading, within: longer.within }];
    })
    .toSorted((a, b) => b.within - a.within);
  if (widest === undefined) return '';
  const { calls, seconds, within, leading } = widest;
  return ` ${formatNumber(calls)} more calls would take about ${formatDuration(seconds * 1_000)} and leave about ±${Math.round(100 * within)} points instead of ±${Math.round(50 * (leading.high - leading.low))}. Ask again with a higher limit: the calls that the local engine answered are not read again.`;
}

function Remove({ question: { question_id, status } }: { question: Question }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange((api) => api.questions.delete(question_id));
  const isRunning = status === 'running';
  const close = () => setIsAsking(false);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: ({ deleted }) => (deleted ? navigate({ to: '/ask' }) : undefined),
      onSettled: close,
    });
  if (!useMay('questions:write')) return null;
  return (
    <>
      {remove.error !== null && <Notice tone="bad">{describeError(remove.error)}</Notice>}
      {isRunning ? (
        <Button onClick={() => setIsAsking(true)}>Stop…</Button>
      ) : (
        <MoreMenu isSmall={false} items={[{ label: 'Delete…', isDanger: true, onSelect: () => setIsAsking(true) }]} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={isRunning ? 'Stop asking?' : 'Delete the question?'}
          confirm={isRunning ? 'Stop it' : 'Delete it'}
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {isRunning
            ? 'No more calls are read. The estimate so far is kept.'
            : 'Its estimate, its answers and its quotes are deleted permanently.'}
        </ConfirmDialog>
      )}
    </>
  );
}
