/** The other kits: each with the figure by which it is judged. */
import { answersIn, clearDifference, estimateIn, mainBrickOf, measureOf, newsOf } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useKitInsights } from '../api/insights.ts';
import { type Kit, useKitSchema } from '../api/kits.ts';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import type { ScopeSearch } from '../insights/period.ts';
import type { Scope } from '../insights/scope.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

/** Each costs three requests. */
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
  const dimensions = team === undefined ? undefined : { team };
  const schema = useKitSchema(kit.kit_id);
  const now = useKitInsights(kit.kit_id, { group_by: 'month', from: period.from, to: period.to, dimensions });
  const before = useKitInsights(kit.kit_id, { group_by: 'month', ...period.before, dimensions });
  const main = mainBrickOf(schema.data?.bricks ?? []);
  const brick = main === undefined ? undefined : answersIn(now.data?.total, main.key);
  const measure = brick === undefined ? undefined : measureOf(brick, main);
  const estimate = measure === undefined ? undefined : estimateIn(now.data?.total, measure);
  const earlier = measure === undefined ? undefined : estimateIn(before.data?.total, measure);
  const direction = clearDifference(earlier, estimate);
  const isFailed = schema.error !== null || now.error !== null;
  const isLoading = !isFailed && (schema.data === undefined || now.data === undefined);
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
      {measure === undefined || estimate === undefined ? (
        <span className="text-[13px] text-muted">
          {isLoading ? '…' : isFailed ? 'could not be read' : 'nothing answered in this period'}
        </span>
      ) : (
        <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-[13px]">
          <span className="text-muted">{measure.name}</span>
          <EstimateText estimate={estimate} format={measure.format} />
          {earlier !== undefined && (
            <ChangeText
              before={earlier}
              direction={direction}
              news={newsOf(direction, measure)}
              format={measure.format}
            />
          )}
        </span>
      )}
    </li>
  );
}
