/** Agents' appeals, for reviewers: each opens the call, and reviewing the answer settles it. */
import type { Appeal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKitSchema } from '../api/kits.ts';
import { useRead } from '../api/use-read.ts';
import { nameOfBrick } from '../my-calls/name-of-brick.ts';
import { formatAgo, formatNumber, formatTime } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { NotLoaded } from '../ui/states.tsx';

export function OpenAppeals() {
  const { data, error, refetch } = useRead((api) => api.appeals.page({ status: 'open', limit: 100 }));
  if (error !== null && data === undefined) return <NotLoaded what="Appeals" error={error} onRetry={refetch} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Panel title={`Appeals (${formatNumber(data.data.length)}${data.has_more ? ' or more' : ''})`} className="mb-5">
      <ul className="divide-y divide-line">
        {data.data.map((appeal) => (
          <AppealLine key={appeal.appeal_id} appeal={appeal} />
        ))}
      </ul>
    </Panel>
  );
}

function AppealLine({ appeal }: { appeal: Appeal }) {
  const bricks = useKitSchema(appeal.kit_id).data?.bricks;
  return (
    <li>
      <Link
        to="/runs/$runId"
        params={{ runId: appeal.run_id }}
        search={{ review: true }}
        className="block px-4 py-3 hover:bg-sunken sm:px-5"
      >
        <span className="flex flex-wrap gap-x-3 text-sm">
          <span className="font-medium">
            <Said>{nameOfBrick(bricks, appeal.brick)}</Said>
          </span>
          <span className="text-muted">
            <Said>{appeal.by.name}</Said>
          </span>
          <time dateTime={appeal.created_at} title={formatTime(appeal.created_at)} className="ml-auto text-muted">
            {formatAgo(appeal.created_at)}
          </time>
        </span>
        {appeal.text !== undefined && (
          <span className="mt-1 block text-soft">
            <Said>{appeal.text}</Said>
          </span>
        )}
      </Link>
    </li>
  );
}
