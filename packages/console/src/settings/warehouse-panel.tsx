/** The export that the service runs itself: its target, the result of the last one, and when the next one begins. */
import type { WarehouseExport } from '@brickwork/client';
import { type ReactNode, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatNumber, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

const LOOK_MS = 2_000;

export function WarehousePanel() {
  const maySee = useMay('warehouse:read');
  const mayManage = useMay('warehouse:manage');
  const { data, error, refetch } = useRead((api) => api.warehouse.getExport(), {
    enabled: maySee,
    refetchInterval: ({ state }) => {
      const scheduled = state.data?.scheduled;
      const isDue = scheduled?.next_at !== undefined && Date.parse(scheduled.next_at) <= Date.now();
      return scheduled?.running === true || isDue ? LOOK_MS : false;
    },
  });
  const [isEditing, setIsEditing] = useState(false);
  if (!maySee) return null;
  const scheduled = data?.scheduled;
  return (
    <Panel
      title="Warehouse export"
      actions={
        mayManage &&
        data !== undefined &&
        !isEditing && (
          <Button isSmall onClick={() => setIsEditing(true)}>
            {scheduled === undefined ? 'Schedule an export' : 'Change'}
          </Button>
        )
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the export" count={2} />
      ) : (
        <>
          {isEditing && (
            <WarehouseForm scheduled={scheduled} hasDirectory={data.directory} onClose={() => setIsEditing(false)} />
          )}
          {scheduled !== undefined ? (
            <ExportState scheduled={scheduled} mayManage={mayManage} />
          ) : (
            !isEditing && (
              <p className="p-4 text-sm text-soft sm:p-5">
                Runs, answers, evidence, reviews and usage can be written to object storage as Parquet files, every hour
                or day, for DuckDB, Spark or Trino.
                {!mayManage && ' An admin can schedule it.'}
              </p>
            )
          )}
        </>
      )}
    </Panel>
  );
}

function ExportState({ scheduled, mayManage }: { scheduled: WarehouseExport; mayManage: boolean }) {
  const exportNow = useChange((api) => api.warehouse.exportNow());
  const remove = useChange((api) => api.warehouse.deleteExport());
  const { to, every, mask, enabled, error, runs } = scheduled;
  return (
    <div className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 truncate font-medium" title={to}>
          {to === 'directory' ? 'A directory of the service' : to}
        </span>
        <span className="text-sm text-muted">
          every {every}
          {mask && ', masked'}
          {!enabled && ', disabled'}
        </span>
        {mayManage && (
          <span className="ml-auto flex gap-2">
            <Button
              isSmall
              isBusy={exportNow.isPending || isUnderWay(scheduled)}
              disabled={!enabled}
              onClick={() => exportNow.mutate()}
            >
              Export now
            </Button>
            <Button isSmall kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Stop exporting
            </Button>
          </span>
        )}
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        <Figure name="Last export">
          {scheduled.running ? (
            'running'
          ) : scheduled.succeeded_at === undefined ? (
            'none yet'
          ) : (
            <Moment moment={scheduled.succeeded_at} />
          )}
        </Figure>
        <Figure name="In the data set">{runs === undefined ? '–' : `${formatNumber(runs)} runs`}</Figure>
        <Figure name="Next export">
          {scheduled.next_at === undefined ? (
            'none while disabled'
          ) : isUnderWay(scheduled) ? (
            'now'
          ) : (
            <Moment moment={scheduled.next_at} />
          )}
        </Figure>
      </dl>
      {error !== undefined && (
        <Notice tone="bad" className="mt-3">
          The last export failed. {error}
        </Notice>
      )}
      {(exportNow.error ?? remove.error) !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(exportNow.error ?? remove.error)}
        </Notice>
      )}
    </div>
  );
}

function isUnderWay({ running, enabled, next_at }: WarehouseExport): boolean {
  return running || (enabled && next_at !== undefined && Date.parse(next_at) <= Date.now());
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatTime(moment)}>
      {formatAgo(moment)}
    </time>
  );
}
