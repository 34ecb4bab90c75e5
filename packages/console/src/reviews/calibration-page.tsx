/** One calibration session: what is left for me, who has done how much, and where people differ once they have answered. */
import type { CalibrationDetail } from '@brickwork/client';
import { formatShare, intervalText } from '@brickwork/contract/figures';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitSchema } from '../api/kits.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';

export function CalibrationPage({ calibrationId }: { calibrationId: string }) {
  const { data, error, refetch } = useRead((api) => api.calibrations.get(calibrationId), {
    // Others go on with it.
    refetchInterval: ({ state: { data } }) => (data?.closed_at === undefined ? 10_000 : false),
  });
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/review" search={{}} className="rounded text-muted hover:text-ink">
          ← Review
        </Link>
      </nav>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the session" />
      ) : (
        <Session session={data} />
      )}
    </>
  );
}

function Session({ session }: { session: CalibrationDetail }) {
  const mayReview = useMay('reviews:write');
  const close = useChange((api) => api.calibrations.close(session.calibration_id));
  const left = session.runs.filter(({ done }) => !done);
  const [next] = left;
  const isOpen = session.closed_at === undefined;
  return (
    <>
      <PageHeader
        title={`Calibration: ${session.name}`}
        actions={
          mayReview && (
            <>
              {isOpen && next !== undefined && (
                <Link
                  to="/runs/$runId"
                  params={{ runId: next.run_id }}
                  search={{ calibration: session.calibration_id }}
                  className={buttonClass('primary')}
                >
                  {left.length === session.runs.length ? 'Begin' : `Continue: ${left.length} left`}
                </Link>
              )}
              {isOpen && (
                <Button isBusy={close.isPending} onClick={() => close.mutate()}>
                  Close for everybody
                </Button>
              )}
              <DeleteSession session={session} />
            </>
          )
        }
      >
        {isOpen
          ? 'Answer every call without seeing the others’ answers. Then you see where you differ.'
          : 'Closed: new reviews no longer count.'}
      </PageHeader>
      {close.error !== null && (
        <Notice tone="bad" className="mb-4">
          {describeError(close.error)}
        </Notice>
      )}
      <People session={session} />
      {session.results === undefined ? (
        <Panel title="Where people differ">
          <EmptyState title={`${formatNumber(left.length)} of ${formatNumber(session.runs.length)} calls left`}>
            You see the others’ answers once you have given yours, or the session is closed.
          </EmptyState>
        </Panel>
      ) : (
        <Results session={session} results={session.results} />
      )}
    </>
  );
}

/** For whoever started it, and whoever may change what is reviewed. */
function DeleteSession({ session: { calibration_id, name, by } }: { session: CalibrationDetail }) {
  const navigate = useNavigate();
  const { actor } = useSession().me;
  const mayDeleteAll = useMay('kits:write');
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange((api) => api.calibrations.delete(calibration_id));
  if (!mayDeleteAll && actor.id !== by.id) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Delete</Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirm="Delete the session"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate({ to: '/review', search: {} }) })}
          onClose={() => setIsAsked(false)}
        >
          <p>Its results can no longer be seen. Reviews of the calls are kept.</p>
          {remove.error !== null && (
            <Notice tone="bad" className="mt-3">
              {describeError(remove.error)}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function People({ session: { people, calls } }: { session: CalibrationDetail }) {
  return (
    <Panel title="Who has answered" className="mb-5">
      {people.length === 0 ? (
        <p className="p-4 text-sm text-muted">Nobody yet. Send this page to the others.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2 p-4 text-sm">
          {people.map(({ reviewer, name, done }) => (
            <li key={reviewer}>
              <Said>{name ?? reviewer}</Said>{' '}
              <span className="text-muted">{`${formatNumber(done)} of ${formatNumber(calls)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface ResultsProps {
  session: CalibrationDetail;
  results: NonNullable<CalibrationDetail['results']>;
}

function Results({ session, results: { bricks, same, answers } }: ResultsProps) {
  const schema = useKitSchema(session.kit_id).data?.bricks;
  const nameOf = (key: string) => schema?.find((brick) => brick.key === key)?.name ?? key;
  const callOf = (runId: string) => session.runs.find(({ run_id }) => run_id === runId)?.external_id ?? runId.slice(-8);
  const people = session.people.filter(({ reviewer }) =>
    answers.some(({ said }) => said.some((each) => each.reviewer === reviewer)),
  );
  const differing = answers.filter(({ differs }) => differs);
  if (same === undefined)
    return (
      <Panel title="Where people differ">
        <EmptyState title="Only one person has answered">Agreement needs at least two.</EmptyState>
      </Panel>
    );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Panel title="How much you agree">
        <p className="p-4 text-sm">
          <strong className="text-lg">{formatShare(same.value)}</strong> of the answers are the same (
          {intervalText(same, formatShare)}).
        </p>
        <TableArea label="Agreement by question">
          <table className="w-full text-sm">
            <caption className="sr-only">Agreement by question, lowest first</caption>
            <tbody className="divide-y divide-line border-t border-line">
              {bricks.map(({ brick, n, same: own }) => (
                <tr key={brick}>
                  <th scope="row" className="px-4 py-2 text-left font-normal">
                    {nameOf(brick)}
                  </th>
                  <td className="px-4 py-2 text-right whitespace-nowrap tabular-nums">
                    {formatShare(own.value)}{' '}
                    <span className="text-[13px] text-muted">{`(${intervalText(own, formatShare)}, ${formatNumber(n)} calls)`}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableArea>
      </Panel>
      <Panel title={`Where you differ (${formatNumber(differing.length)})`}>
        {differing.length === 0 ? (
          <EmptyState title="No differences">Everybody agreed on every answer.</EmptyState>
        ) : (
          <TableArea label="Where people differ, side by side">
            <table className="w-full text-left text-sm">
              <caption className="sr-only">What each person considers right</caption>
              <thead className="text-muted">
                <tr>
                  {['Call', 'Question', ...people.map(({ reviewer, name }) => name ?? reviewer)].map((title) => (
                    <th key={title} className="px-4 py-2 font-medium whitespace-nowrap">
                      <Said>{title}</Said>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line border-t border-line">
                {differing.map(({ run_id, brick, said }) => (
                  <tr key={`${run_id} ${brick}`}>
                    <th scope="row" className="px-4 py-2 font-normal whitespace-nowrap">
                      <Link
                        to="/runs/$runId"
                        params={{ runId: run_id }}
                        search={{ review: true }}
                        className="rounded text-accent underline underline-offset-2"
                      >
                        <Said>{callOf(run_id)}</Said>
                      </Link>
                    </th>
                    <td className="px-4 py-2">{nameOf(brick)}</td>
                    {people.map(({ reviewer }) => {
                      const word = wordOf(said.find((each) => each.reviewer === reviewer));
                      return (
                        <td key={reviewer} title={word} className="max-w-56 truncate px-4 py-2">
                          <Said>{word}</Said>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableArea>
        )}
      </Panel>
    </div>
  );
}

type SaidBy = ResultsProps['results']['answers'][number]['said'][number];

function wordOf(said: SaidBy | undefined): string {
  if (said === undefined) return '–';
  if (said.verdict === 'unsure') return 'unsure';
  if (said.verdict === 'not_applicable') return 'does not apply';
  if (said.value === undefined) return said.verdict === 'correct' ? 'right' : 'wrong';
  if (typeof said.value === 'boolean') return said.value ? 'Yes' : 'No';
  return Array.isArray(said.value) ? said.value.join(', ') : String(said.value ?? 'no value');
}
