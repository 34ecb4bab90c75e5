/** How good we are: the figure by which the kit is judged, with its interval, its change and its weeks. */
import { clearDifference, estimateIn, intervalText, type Measure, newsOf } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { type InsightsGroup, useKitInsights } from '../api/insights.ts';
import { useKitVersions } from '../api/kits.ts';
import { ChangeText } from '../insights/estimate.tsx';
import type { Scope } from '../insights/scope.ts';
import { weeklyPoints } from '../insights/time-groups.ts';
import { WeekTrend } from '../insights/week-trend.tsx';
import { FIGURE_LINK, TEXT_LINK, Tile } from './tile.tsx';

interface ScoreTileProps {
  scope: Scope;
  measure: Measure | undefined;
  now: InsightsGroup;
  before: InsightsGroup;
}

export function ScoreTile({ scope, measure, now, before }: ScoreTileProps) {
  const estimate = measure === undefined ? undefined : estimateIn(now, measure);
  if (measure === undefined || estimate === undefined)
    return (
      <Tile name={scope.main?.name ?? 'Score'} value="–">
        <p>
          {scope.main === undefined
            ? 'This kit has no score and no yes/no question. '
            : 'Nothing was answered in this period. '}
          <Link to="/kits/$kitId/insights" params={{ kitId: scope.kit.kit_id }} className={TEXT_LINK}>
            All its answers
          </Link>
        </p>
      </Tile>
    );
  const earlier = estimateIn(before, measure);
  const direction = clearDifference(earlier, estimate);
  return (
    <Tile
      name={`${measure.name}, ${measure.what}`}
      value={
        <>
          <Link to="/runs" search={scope.calls()} className={FIGURE_LINK}>
            {measure.format(estimate.value)}
          </Link>{' '}
          <span className="text-base font-normal text-muted">({intervalText(estimate, measure.format)})</span>
        </>
      }
    >
      <p>
        {earlier === undefined ? (
          'Nothing to compare with in the period before.'
        ) : (
          <ChangeText
            before={earlier}
            direction={direction}
            news={newsOf(direction, measure)}
            format={measure.format}
          />
        )}
      </p>
      <Weeks scope={scope} measure={measure} />
    </Tile>
  );
}

/** Of both periods: what it was before and what it is now. */
function Weeks({ scope: { kit, period, team, calls }, measure }: { scope: Scope; measure: Measure }) {
  const versions = useKitVersions(kit.kit_id).data ?? [];
  const { data } = useKitInsights(kit.kit_id, {
    group_by: 'week',
    from: period.before.from,
    to: period.to,
    dimensions: team === undefined ? undefined : { team },
  });
  if (data === undefined) return <div className="skeleton h-28" />;
  return <WeekTrend points={weeklyPoints(data, measure, versions, (days) => calls({ days }))} measure={measure} />;
}
