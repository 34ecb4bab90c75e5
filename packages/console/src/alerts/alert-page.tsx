/** One alert: its state, its history and its rule. Without a name, a new one. */
import type { Alert } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { searchOfApiPath } from '../runs/runs-search.ts';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { EMPTY_ALERT, toDraft } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';
import { StateTag } from './alert-item.tsx';
import { describeFinding, describeRule } from './alert-words.ts';
import { ChangeList } from './change-list.tsx';
import { BackToAlerts, DeleteRule, NameField } from './rule-page.tsx';
import { untilChecked } from './until-checked.ts';
import { useRuleBrick } from './use-rule-brick.ts';
import { WhoIsTold } from './who-is-told.tsx';

export function NewAlertPage({ kit }: { kit: string | undefined }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <>
      <BackToAlerts />
      <PageHeader title="New alert">Notifies you when a figure of a kit’s answers passes a threshold.</PageHeader>
      <AlertForm
        name={name}
        initial={{ ...EMPTY_ALERT, kit: kit ?? '' }}
        head={<NameField value={name} placeholder="unresolved" onChange={setName} />}
        onSaved={() => navigate({ to: '/alerts/$name', params: { name } })}
      />
      <WhoIsTold />
    </>
  );
}

export function AlertPage({ name }: { name: string }) {
  const { data, error, refetch } = useRead((api) => api.alerts.get(name), {
    refetchInterval: ({ state: { data } }) => untilChecked([data]),
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the alert" />;
  return <LoadedAlert alert={data} />;
}

function LoadedAlert({ alert }: { alert: Alert }) {
  const { name, state, since, kit_id, kit_code, rule } = alert;
  const navigate = useNavigate();
  const remove = useChange((api) => api.alerts.delete(name));
  const mayWrite = useMay('kits:write');
  const kit = useKits().data?.find((each) => each.kit_id === kit_id);
  const brick = useRuleBrick(alert);
  const changes = useRead((api) => api.alerts.changes(name), { since: state });
  return (
    <>
      <BackToAlerts />
      <PageHeader
        title={name}
        beside={<StateTag state={state} />}
        actions={mayWrite && <DeleteRule what="alert" remove={remove} onDeleted={() => navigate({ to: '/alerts' })} />}
      >
        {`${kit?.name ?? kit_code} · ${describeRule(rule, brick)} ${state === 'raised' ? 'Raised' : 'Not raised'} since `}
        <time dateTime={since} title={formatTime(since)}>
          {formatTime(since)}
        </time>
        .
      </PageHeader>
      <div className="space-y-5">
        <LastCheck alert={alert} />
        <ChangeList changes={changes.data} error={changes.error}>
          {({ found }) => (
            <>
              {describeFinding(rule, found)}{' '}
              {found !== undefined && <RunsLink path={found.runs_url} label="Show the calls" />}
            </>
          )}
        </ChangeList>
        {mayWrite && <AlertForm name={name} initial={toDraft(rule, kit_code)} />}
        <WhoIsTold />
      </div>
    </>
  );
}

function LastCheck({ alert: { found, problem, checked_at, rule } }: { alert: Alert }) {
  return (
    <Panel title="Last check">
      <div className="space-y-2 p-4 text-sm sm:p-5">
        <p>
          <span className="font-medium">{describeFinding(rule, found)}</span>
          {checked_at !== undefined && (
            <span className="text-muted">
              {' · '}
              <time dateTime={checked_at} title={formatTime(checked_at)}>
                {formatAgo(checked_at)}
              </time>
            </span>
          )}{' '}
          {found !== undefined && <RunsLink path={found.runs_url} label="Show these calls" />}
        </p>
        {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
      </div>
    </Panel>
  );
}

function RunsLink({ path, label }: { path: string; label: string }) {
  return (
    <Link to="/runs" search={searchOfApiPath(path)} className="rounded text-accent underline underline-offset-2">
      {label}
    </Link>
  );
}
