/** Questions across calls: asked here, with those that were asked before; and what some calls talk about that others do not. */
import type { QuestionItem, QuestionPrediction, QuestionRequest } from '@brickwork/client';
import { STATE_ITS_TYPE } from '@brickwork/contract/plain-questions';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { type Engine, EngineField } from '../ui/engine-field.tsx';
import { formatAgo, formatCredits, formatDuration, formatNumber, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useCallsFilter } from './calls-filter.tsx';
import { ContrastPanel } from './contrast-panel.tsx';
import { QuestionStatus } from './question-status.tsx';

const KINDS_OF_ANSWER = [
  ['', 'Detect from the wording'],
  ['boolean', 'Yes or no'],
  ['numeric', 'A number'],
  ['text', 'A text'],
] as const;
type KindOfAnswer = (typeof KINDS_OF_ANSWER)[number][0];
const CHOOSE_KIND = 'To ask it anyway, choose its kind of answer above.';

export function AskPage() {
  const mayAsk = useMay('questions:write');
  return (
    <>
      <PageHeader title="Ask">
        Ask a question across past calls. A random sample is read, and the answer comes with an interval.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="space-y-5">
          {mayAsk && <AskForm />}
          <Asked />
        </div>
        <ContrastPanel mayStart={mayAsk} />
      </div>
    </>
  );
}

function AskForm() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [type, setType] = useState<KindOfAnswer>('');
  const [by, setBy] = useState('');
  const [isRare, setIsRare] = useState(false);
  const [engine, setEngine] = useState<Engine>('auto');
  const [mostRuns, setMostRuns] = useState('2000');
  const [mostCredits, setMostCredits] = useState('1');
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  const { filter, fields } = useCallsFilter();
  const predict = useAsk((api, request: QuestionRequest) => api.questions.predict(request));
  const ask = useChange((api, request: QuestionRequest) => api.questions.ask(request));
  const questions = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const request: QuestionRequest = {
    questions: type === '' ? questions : questions.map((question) => ({ question, type })),
    filter,
    by: by === '' ? undefined : by,
    seek: isRare ? 'rare' : 'any',
    engine,
    limit: { runs: Number(mostRuns), credits: Number(mostCredits) },
  };
  const isSame = JSON.stringify(predict.variables) === JSON.stringify(request);
  const found = isSame ? predict.data : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (found === undefined) return predict.mutate(request);
    ask.mutate(request, {
      onSuccess: ({ question_id }) => navigate({ to: '/ask/$questionId', params: { questionId: question_id } }),
    });
  };
  const error = ask.error ?? (isSame && !predict.isPending ? predict.error : null);
  return (
    <Panel title="New question">
      <form onSubmit={submit} className="space-y-4 p-4 sm:p-5">
        <TextField
          label="Question about one call"
          value={text}
          onChange={setText}
          rows={2}
          isRequired
          placeholder="Did anybody mention a competitor?"
          note="Up to five, one per line. “Did …?” is answered yes or no, “How many …?” with a number."
        />
        {fields}
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField<KindOfAnswer> label="Kind of answer" value={type} options={KINDS_OF_ANSWER} onChange={setType} />
          <ChoiceField
            label="Break down by"
            value={by}
            options={[
              ['', 'nothing'] as const,
              ['week', 'Week'] as const,
              ...dimensions.map(({ name, label }) => [name, label] as const),
            ]}
            onChange={setBy}
          />
          <EngineField value={engine} onChange={setEngine} />
          <TextField
            label="Maximum number of calls"
            type="number"
            min={1}
            max={10_000}
            step={1}
            isRequired
            value={mostRuns}
            onChange={setMostRuns}
          />
          <TextField
            label="Maximum cost (credits)"
            type="number"
            min={0}
            isRequired
            value={mostCredits}
            onChange={setMostCredits}
          />
        </div>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={isRare} onChange={(event) => setIsRare(event.target.checked)} />
          This is rare: start with calls that contain its words
        </label>
        <div aria-live="polite">{found !== undefined && <Predicted prediction={found} />}</div>
        {error !== null && <Notice tone="bad">{describeError(error).replace(STATE_ITS_TYPE, CHOOSE_KIND)}</Notice>}
        <Button
          type="submit"
          kind="primary"
          isBusy={predict.isPending || ask.isPending}
          disabled={questions.length === 0}
        >
          {found === undefined ? 'Estimate' : 'Ask'}
        </Button>
      </form>
    </Panel>
  );
}

function Predicted({ prediction }: { prediction: QuestionPrediction }) {
  const { population, without_input, runs, seconds, credits, is_enough } = prediction;
  const gone = without_input === 0 ? '' : `, ${formatNumber(without_input)} more no longer have an input`;
  return (
    <Notice tone={population === 0 || !is_enough ? 'warn' : 'info'}>
      {`${formatNumber(population)} calls match${gone}. At most ${formatNumber(runs)} of them will be read: about ${formatDuration(seconds * 1_000)}, ${credits === 0 ? 'no' : `about ${formatCredits(credits)}`} credits.`}
      {!is_enough &&
        population > 0 &&
        ' The limits are too low for that, so the interval will be wider than ±5 points.'}
    </Notice>
  );
}

function Asked() {
  const { data, error, refetch } = useRead((api) => api.questions.list(), { refetchInterval: whileRunning });
  return (
    <Panel title="Asked before">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading questions" count={3} />
      ) : data.length === 0 ? (
        <EmptyState title="Nothing has been asked yet">
          Ask about anything that your kits do not cover: a competitor, a new fault, a broken promise.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((item) => (
            <AskedRow key={item.question_id} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AskedRow({ item: { question_id, status, questions, asked, credits, created_at } }: { item: QuestionItem }) {
  const title = questions.map(({ question }) => question).join(' · ');
  return (
    <li className="relative px-4 py-3.5 hover:bg-sunken sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/ask/$questionId"
          params={{ questionId: question_id }}
          title={title}
          className="min-w-0 truncate font-medium outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {title}
        </Link>
        <QuestionStatus status={status} />
        <time dateTime={created_at} title={formatTime(created_at)} className="ml-auto text-sm text-muted">
          {formatAgo(created_at)}
        </time>
      </div>
      <p className="mt-1 text-[13px] text-muted tabular-nums">
        {`${formatNumber(asked)} calls read${credits === 0 ? '' : `, ${formatCredits(credits)} credits`}`}
      </p>
    </li>
  );
}
