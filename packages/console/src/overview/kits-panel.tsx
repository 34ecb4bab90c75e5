/** The other kits: each with the figure by which it is judged. */
import type { Changes, KitSummary as Kit } from '@brickwork/client';
import { mainBrickOf } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useKitSchema } from '../api/kits.ts';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import type { ScopeSearch } from '../insights/period.ts';
import type { Scope } from '../insights/scope.ts';
import { scoreMeasure } from '../insights/score-measure.ts';
import { useChanges } from '../insights/use-changes.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

/** Each costs two requests. */
const MOST_KITS = 8;

interface KitsPanelProps {
  kits: readonly Kit[];
  scope: Scope;
  search: ScopeSearch;
}

export function KitsPanel({ kits, scope, search }: KitsPanelProps) {
  const others = kits.filter(({ kit_id }) => kit_id !== scope.kit.kit_id);
  const shown = others.slice(0, MOST_KITS);
  return (
    <Panel title="Other kits">
      <ul className="divide-y divide-line">
        {shown.map((kit) => (
          <KitLine key={kit.kit_id} kit={kit} scope={scope} search={search} />
        ))}
      </ul>
      {others.length > shown.length && (
        <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
          {`${formatNumber(others.length - shown.length)} more with fewer runs: choose one above.`}
        </p>
      )}
    </Panel>
  );
}

function KitLine({ kit, scope: { period, team }, search }: { kit: Kit; scope: Scope; search: ScopeSearch }) {
  const isDraft = kit.version === undefined;
  const schema = useKitSchema(isDraft ? undefined : kit.kit_id);
  const { data, error } = useChanges(isDraft ? undefined : { kit, period, team });
  const main = mainBrickOf(schema.data?.bricks ?? []);
  const measure = data && scoreMeasure(data, main);
  const score = data?.score;
  return (
    <li className="flex break-inside-avoid flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <Link
        to="/"
        search={{ ...search, kit: kit.kit_id }}
        title={kit.name}
        className="min-w-0 truncate rounded font-medium hover:underline"
      >
        {kit.name}
      </Link>
      {measure === undefined || score === undefined ? (
        <span className="text-[13px] text-muted">{withoutScore(kit, data, error)}</span>
      ) : (
        <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-[13px]">
          <span className="text-muted">{score.name}</span>
          <EstimateText estimate={score} format={measure.format} />
          {score.before !== undefined && (
            <ChangeText before={score.before} direction={score.direction} news={score.news} format={measure.format} />
          )}
        </span>
      )}
    </li>
  );
}

function withoutScore(kit: Kit, data: Changes | undefined, error: Error | null): string {
  if (kit.version === undefined) return 'a draft, not published yet';
  if (error !== null) return 'not loaded; reload the page';
  if (data === undefined) return '…';
  const { succeeded } = data.calls;
  return succeeded === 0
    ? 'no calls in this period'
    : `${formatNumber(succeeded)} ${succeeded === 1 ? 'call' : 'calls'}, no score`;
}
