/** One of an agent's own calls: the answers with their reasons, what was said, and the way to appeal. */

import type { BrickOutput } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Appeal, useAppeal, useAppeals, useOwnCall } from '../api/appeals.ts';
import { describeError } from '../api/describe-error.ts';
import { BrickValue } from '../runs/brick-value.tsx';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

export function MyCallPage({ runId }: { runId: string }) {
  const { data: run, error } = useOwnCall(runId);
  const appeals = useAppeals({ run_id: runId }).data?.data ?? [];
  if (error !== null) return <ErrorState error={error} />;
  if (run === undefined) return <Spinner label="Loading the call" />;
  return (
    <>
      <nav aria-label="Where this is" className="mb-2 text-sm">
        <Link to="/my-calls" className="rounded text-muted hover:text-ink">
          ← My calls
        </Link>
      </nav>
      <PageHeader title={run.external_id ?? 'Call'}>{formatTime(run.occurred_at)}</PageHeader>
      <div className="grid gap-5 lg:grid-cols-2">
        <Panel title="Answers">
          <ul className="divide-y divide-line">
            {Object.entries(run.output?.bricks ?? {}).map(([brick, output]) => (
              <Answer
                key={brick}
                runId={runId}
                brick={brick}
                output={output}
                appeal={appeals.find((each) => each.brick === brick)}
              />
            ))}
          </ul>
        </Panel>
        <Panel title="What was said">
          <ol className="space-y-2 p-4 text-sm sm:p-5">
            {(run.conversation?.turns ?? []).map(({ index, speaker, text }) => (
              <li key={index}>
                <span className="font-medium text-muted">{speaker ?? '–'}: </span>
                <Said>{text}</Said>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  );
}

interface AnswerProps {
  runId: string;
  brick: string;
  output: BrickOutput;
  appeal: Appeal | undefined;
}

function Answer({ runId, brick, output, appeal }: AnswerProps) {
  const [isAppealing, setIsAppealing] = useState(false);
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-muted">{brick.replaceAll('_', ' ')}</span>
        <span className="font-medium">
          <BrickValue brick={output} schema={undefined} />
        </span>
        {appeal?.status === 'open' ? (
          <Tag tone="warn">appealed</Tag>
        ) : (
          <Button isSmall aria-expanded={isAppealing} onClick={() => setIsAppealing(!isAppealing)}>
            Appeal
          </Button>
        )}
      </div>
      {output.reason !== undefined && (
        <p className="mt-1 text-sm text-soft">
          <Said>{output.reason}</Said>
        </p>
      )}
      {appeal !== undefined && appeal.status !== 'open' && (
        <p className="mt-1 text-sm text-muted">
          {appeal.status === 'changed'
            ? 'You appealed, and the answer was corrected.'
            : 'You appealed, and the answer was confirmed.'}
        </p>
      )}
      {isAppealing && <AppealForm runId={runId} brick={brick} onDone={() => setIsAppealing(false)} />}
    </li>
  );
}

function AppealForm({ runId, brick, onDone }: { runId: string; brick: string; onDone(): void }) {
  const [text, setText] = useState('');
  const appeal = useAppeal(runId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    appeal.mutate({ brick, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="mt-3 space-y-3">
      <Field label="Why is it not right?" note="A reviewer reads this and looks at the call again.">
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
