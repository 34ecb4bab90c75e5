/** Golden sets of a kit, versions scored on them with progress, and two of them compared as a list of flips. */
import type { Evaluation, EvaluationRequest, GoldenSet, KitVersion } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { EvaluationReport } from './evaluation-report.tsx';

export function EvaluationsTab({ kitId, versions }: { kitId: string; versions: readonly KitVersion[] }) {
  const sets = useRead((api) => api.goldenSets.list(kitId));
  const evaluations = useRead((api) => api.evaluations.list(kitId), { refetchInterval: whileRunning });
  const mayWrite = useMay('kits:write');
  const cancel = useChange((api, evaluationId: string) => api.evaluations.cancel(evaluationId));
  const [shown, setShown] = useState<string>();
  const [against, setAgainst] = useState<string>();
  const error = sets.error ?? evaluations.error;
  if (error !== null)
    return <ErrorState error={error} onRetry={() => Promise.all([sets.refetch(), evaluations.refetch()])} />;
  if (sets.data === undefined || evaluations.data === undefined) return <Rows label="Loading evaluations" />;
  return (
    <div className="space-y-6 p-4 sm:p-5">
      <Sets sets={sets.data} />
      {mayWrite && <Collect kitId={kitId} />}
      {mayWrite && sets.data.length > 0 && <Start kitId={kitId} sets={sets.data} versions={versions} />}
      {evaluations.data.length === 0 ? (
        <EmptyState title="No evaluations yet">Score a version on a golden set to know how good it is.</EmptyState>
      ) : (
        <EvaluationList
          evaluations={evaluations.data}
          shown={shown}
          against={against}
          onShow={setShown}
          onAgainst={setAgainst}
          onCancel={mayWrite ? cancel.mutate : undefined}
        />
      )}
      {cancel.error !== null && <Notice tone="bad">{describeError(cancel.error)}</Notice>}
      {shown !== undefined && <EvaluationReport evaluationId={shown} against={against} />}
    </div>
  );
}

function Sets({ sets }: { sets: readonly GoldenSet[] }) {
  if (sets.length === 0)
    return (
      <p className="text-sm text-muted">
        No golden set yet. Push one with <code className="font-mono text-[13px]">brickwork evaluations push</code>, or
        build one from reviews.
      </p>
    );
  return (
    <ul aria-label="Golden sets" className="flex flex-wrap gap-2 text-sm">
      {sets.map(({ name, lines, created_at, hash }) => (
        <li key={name} className="rounded-lg border border-line px-3 py-2">
          <span className="font-medium">{name}</span> · {formatNumber(lines)} lines · {formatAgo(created_at)}{' '}
          <span className="font-mono text-xs text-muted">{hash.slice(0, 8)}</span>
        </li>
      ))}
    </ul>
  );
}

function Collect({ kitId }: { kitId: string }) {
  const collect = useChange((api, name: string) => api.goldenSets.put(kitId, name, { from_reviews: {} }));
  const [name, setName] = useState('reviewed');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    collect.mutate(name);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Build a set from reviews">
        {(id) => (
          <input
            id={id}
            required
            pattern="[a-z0-9][a-z0-9_\-]{0,62}"
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={INPUT}
          />
        )}
      </Field>
      <Button type="submit" isBusy={collect.isPending}>
        Build
      </Button>
      {collect.error !== null && <Notice tone="bad">{describeError(collect.error)}</Notice>}
    </form>
  );
}

interface StartProps {
  kitId: string;
  sets: readonly GoldenSet[];
  versions: readonly KitVersion[];
}

function Start({ kitId, sets, versions }: StartProps) {
  const start = useChange((api, request: EvaluationRequest) => api.evaluations.start(kitId, request));
  const [set, setSet] = useState(sets[0]?.name ?? '');
  const [version, setVersion] = useState(String(versions[0]?.version ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate({ set, version: Number(version) });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Golden set">
        {(id) => (
          <select id={id} value={set} onChange={(event) => setSet(event.target.value)} className={INPUT}>
            {sets.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Version">
        {(id) => (
          <select id={id} value={version} onChange={(event) => setVersion(event.target.value)} className={INPUT}>
            {versions.map((each) => (
              <option key={each.version} value={each.version}>
                {each.version}
                {each.live ? ' (live)' : ''}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button kind="primary" type="submit" isBusy={start.isPending}>
        Evaluate
      </Button>
      {start.error !== null && <Notice tone="bad">{describeError(start.error)}</Notice>}
    </form>
  );
}

interface EvaluationListProps {
  evaluations: readonly Evaluation[];
  shown: string | undefined;
  against: string | undefined;
  onShow(evaluationId: string): void;
  onAgainst(evaluationId: string | undefined): void;
  /** Absent where the key may not. */
  onCancel: ((evaluationId: string) => void) | undefined;
}

function EvaluationList({ evaluations, shown, against, onShow, onAgainst, onCancel }: EvaluationListProps) {
  const hash = evaluations.find(({ evaluation_id }) => evaluation_id === shown)?.set.hash;
  return (
    <TableArea label="Evaluations">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Evaluations, newest first</caption>
        <thead className="text-left text-muted">
          <tr>
            {['Version', 'Set', 'Progress', 'When', 'Compare with'].map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {evaluations.map(({ evaluation_id: id, kit_version, set, status, done, total, created_at }) => (
            <tr key={id} className={id === shown ? 'bg-sunken' : ''}>
              <td className="px-2 py-1.5">
                <button
                  type="button"
                  aria-pressed={id === shown}
                  onClick={() => onShow(id)}
                  className="font-medium underline decoration-line-strong underline-offset-2"
                >
                  v{kit_version}
                </button>
              </td>
              <td className="px-2 py-1.5">{set.name}</td>
              <td className="px-2 py-1.5">
                {status === 'running' ? (
                  <span className="flex items-center gap-2">
                    <progress
                      value={done}
                      max={total}
                      aria-label={`${done} of ${total} lines`}
                      className="w-32 align-middle"
                    />
                    {onCancel !== undefined && (
                      <Button isSmall kind="quiet" onClick={() => onCancel(id)}>
                        Cancel
                      </Button>
                    )}
                  </span>
                ) : (
                  status
                )}
              </td>
              <td className="px-2 py-1.5">{formatAgo(created_at)}</td>
              <td className="px-2 py-1.5">
                {id !== shown && set.hash === hash && status === 'succeeded' && (
                  <Button
                    isSmall
                    aria-pressed={id === against}
                    onClick={() => onAgainst(id === against ? undefined : id)}
                  >
                    {id === against ? 'Compared' : 'Compare'}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}
