import type { KitSummary as Kit } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { SaveSheet } from '../ui/save-sheet.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface KitsPageProps {
  isArchive: boolean;
  onArchive(isArchive: boolean): void;
}

const COLUMNS = ['Kit', 'Code', 'Id', 'Status', 'Live version', 'Newest version', 'Created', 'Changed', 'Description'];

const rowOf = (kit: Kit) => [
  kit.name,
  kit.kit_code,
  kit.kit_id,
  kit.status,
  kit.version,
  kit.newest_version,
  kit.created_at,
  kit.updated_at,
  kit.description,
];

export function KitsPage({ isArchive, onArchive }: KitsPageProps) {
  const { data: kits, error, refetch } = useKits(isArchive);
  const mayRun = useMay('runs:write');
  const mayWrite = useMay('kits:write');
  return (
    <>
      <PageHeader
        title="Kits"
        actions={
          <>
            <Button aria-pressed={isArchive} onClick={() => onArchive(!isArchive)}>
              {isArchive ? 'Show active' : 'Show archived'}
            </Button>
            {kits !== undefined && kits.length > 0 && (
              <SaveSheet name="kits" columns={COLUMNS} rows={kits.map(rowOf)} />
            )}
            {mayWrite && (
              <Link to="/new-kit" className={buttonClass('primary')}>
                New kit
              </Link>
            )}
          </>
        }
      >
        The questions asked about your conversations. Create a kit here, or push it from your repository with{' '}
        <code className="font-mono text-[13px]">brickwork kits push</code>.
      </PageHeader>
      <Panel>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : kits === undefined ? (
          <Rows label="Loading kits" />
        ) : kits.length === 0 ? (
          <EmptyState
            title={isArchive ? 'Nothing is archived' : 'No kits yet'}
            action={
              mayRun &&
              !isArchive && (
                <Link to="/welcome" className={buttonClass('primary')}>
                  Start from an example
                </Link>
              )
            }
          >
            {!isArchive && 'A kit is a set of questions, each with a typed answer. Six examples are bundled.'}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {kits.map((kit) => (
              <KitRow key={kit.kit_id} kit={kit} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function KitRow({ kit }: { kit: Kit }) {
  const hasDraft = kit.version === undefined || kit.newest_version > kit.version;
  return (
    <li className="relative px-4 py-3.5 hover:bg-sunken sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/kits/$kitId"
          params={{ kitId: kit.kit_id }}
          className="font-medium outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {kit.name}
        </Link>
        <span className="font-mono text-[13px] text-muted">{kit.kit_code}</span>
        {kit.version !== undefined && <Tag tone="ok">{`v${kit.version} live`}</Tag>}
        {kit.status === 'archived' && <Tag>archived</Tag>}
        {kit.status !== 'archived' && hasDraft && <Tag tone="warn">{`v${kit.newest_version} draft`}</Tag>}
        <time dateTime={kit.updated_at} title={formatTime(kit.updated_at)} className="ml-auto text-sm text-muted">
          {formatAgo(kit.updated_at)}
        </time>
      </div>
      {kit.description !== undefined && <p className="mt-0.5 max-w-3xl text-sm text-soft">{kit.description}</p>}
    </li>
  );
}
