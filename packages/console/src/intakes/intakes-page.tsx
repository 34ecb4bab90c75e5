import type { Intake } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/use-read.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

export function IntakesPage() {
  const { data, error, refetch } = useRead((api) => api.intakes.list());
  const create = (
    <Link to="/new-intake" className={buttonClass('primary')}>
      New intake
    </Link>
  );
  return (
    <>
      <PageHeader title="Intake" actions={create}>
        Addresses for services that push conversations: phone systems, help desks, voice agents. Keep them in your
        repository with <code className="font-mono text-[13px]">brickwork intake push</code>, or edit them here.
      </PageHeader>
      <Panel>
        {error !== null && data === undefined ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data === undefined ? (
          <Rows label="Loading intakes" count={3} />
        ) : data.length === 0 ? (
          <EmptyState title="No intakes yet" action={create}>
            An intake checks who is calling, turns what they send into a run, and chooses the kits that read it.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((intake) => (
              <IntakeRow key={intake.name} intake={intake} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function IntakeRow({ intake: { name, path, intake, updated_at } }: { intake: Intake }) {
  return (
    <li className="relative px-4 py-3.5 hover:bg-sunken sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/intakes/$name"
          params={{ name }}
          className="font-medium outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {name}
        </Link>
        <Tag tone={intake.enabled ? 'ok' : 'bad'}>{intake.enabled ? 'enabled' : 'disabled'}</Tag>
        <span className="text-sm text-soft">{[...new Set(intake.kits.map(({ kit }) => kit))].join(', ')}</span>
        <time dateTime={updated_at} title={formatTime(updated_at)} className="ml-auto text-sm text-muted">
          {formatAgo(updated_at)}
        </time>
      </div>
      <p className="mt-0.5 truncate font-mono text-xs text-muted" title={path}>
        {path}
      </p>
      {intake.description !== undefined && <p className="mt-0.5 max-w-3xl text-sm text-soft">{intake.description}</p>}
    </li>
  );
}
