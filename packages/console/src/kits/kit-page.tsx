import type { KitSchema, KitVersion } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { ShadowTab } from '../backfills/shadow-tab.tsx';
import { EvaluationsTab } from '../evaluations/evaluations-tab.tsx';
import { QualityTab } from '../quality/quality-tab.tsx';
import { buttonClass } from '../ui/button.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BrickTable } from './brick-table.tsx';
import { KitTypes } from './kit-types.tsx';
import { VersionDiff } from './version-diff.tsx';
import { VersionList } from './version-list.tsx';

export interface KitPageSearch {
  tab?: string | undefined;
  /** The versions that are compared. */
  from?: number | undefined;
  to?: number | undefined;
  /** What quality is compared by, and of which runs. */
  by?: string | undefined;
  where?: string | undefined;
}

interface KitPageProps {
  kitId: string;
  search: KitPageSearch;
  onSearch(search: KitPageSearch): void;
}

export function KitPage({ kitId, search, onSearch }: KitPageProps) {
  const versions = useKitVersions(kitId);
  const list = versions.data ?? [];
  const live = list.find((version) => version.live);
  const shown = live ?? list[0];
  const schema = useKitSchema(shown?.kit_version_id).data;
  const archived = useKits(true).data?.some(({ kit_id }) => kit_id === kitId) === true;
  const { tab = 'bricks', from, to } = search;
  const compared = from === undefined || to === undefined ? undefined : { from, to };
  const setTab = (next: string) => onSearch({ ...search, tab: next });

  if (versions.error !== null) return <ErrorState error={versions.error} onRetry={() => versions.refetch()} />;
  if (schema === undefined) return <Spinner label="Loading the kit" />;
  const compare = (before: number, after: number) => onSearch({ tab: 'diff', from: before, to: after });
  return (
    <>
      <KitHeader kitId={kitId} schema={schema} live={live} archived={archived} />
      <Panel>
        <Tabs
          label="The kit"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'bricks', label: 'Bricks', content: <BrickTable schema={schema} kitId={kitId} /> },
            {
              value: 'versions',
              label: 'Versions',
              content: <VersionList kitId={kitId} name={schema.name} versions={list} onCompare={compare} />,
            },
            {
              value: 'diff',
              label: 'What changed',
              content: <VersionDiff kitId={kitId} versions={list} compared={compared} onCompare={compare} />,
            },
            {
              value: 'schema',
              label: 'Output schema',
              content: <JsonView value={schema.json_schema} label="JSON Schema of the output" />,
            },
            {
              value: 'quality',
              label: 'Quality',
              content: (
                <QualityTab
                  kitId={kitId}
                  bricks={schema.bricks}
                  versions={list}
                  search={{ by: search.by, where: search.where }}
                  onSearch={(part) => onSearch({ ...search, ...part })}
                />
              ),
            },
            {
              value: 'evaluations',
              label: 'Evaluations',
              content: <EvaluationsTab kitId={kitId} versions={list} />,
            },
            { value: 'shadow', label: 'Live trial', content: <ShadowTab kitId={kitId} versions={list} /> },
            { value: 'types', label: 'Types', content: <KitTypes kitVersionId={schema.kit_version_id} /> },
          ]}
        />
      </Panel>
    </>
  );
}

interface KitHeaderProps {
  kitId: string;
  schema: KitSchema;
  live: KitVersion | undefined;
  archived: boolean;
}

function KitHeader({ kitId, schema, live, archived }: KitHeaderProps) {
  const mayRun = useMay('runs:write');
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/kits" className="rounded text-muted hover:text-ink">
          ← Kits
        </Link>
      </nav>
      <PageHeader
        title={schema.name}
        beside={
          <>
            <span className="font-mono text-sm text-muted">{schema.kit_code}</span>
            {live !== undefined ? (
              <Tag tone="ok">{`v${live.version} live`}</Tag>
            ) : (
              <Tag tone="warn">{archived ? 'archived' : 'not published'}</Tag>
            )}
          </>
        }
        actions={
          <>
            <Link to="/kits/$kitId/insights" params={{ kitId }} className={buttonClass('plain')}>
              Insights
            </Link>
            {mayRun && (
              <Link to="/new-backfill" search={{ kit: schema.kit_code }} className={buttonClass('plain')}>
                Evaluate past runs again
              </Link>
            )}
            {mayRun && (
              <Link to="/playground" search={{ kit: kitId }} className={buttonClass('primary')}>
                Try in playground
              </Link>
            )}
          </>
        }
      >
        {schema.description}
      </PageHeader>
    </>
  );
}
