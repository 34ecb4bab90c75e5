/** How good we are: the figure by which the kit is judged, with its interval, its change and its weeks. */
import type { Changes } from '@brickwork/client';
import { intervalText, type Measure } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useKitVersions } from '../api/kits.ts';
import { useRead } from '../api/use-read.ts';
import { ChangeText } from '../insights/estimate.tsx';
import type { Scope } from '../insights/scope.ts';
import { scoreMeasure } from '../insights/score-measure.ts';
import { weeklyPoints } from '../insights/time-groups.ts';
import { useToday } from '../insights/use-today.ts';
import { WeekTrend } from '../insights/week-trend.tsx';
import { FIGURE_LINK, TEXT_LINK, Tile } from './tile.tsx';

export function ScoreTile({ scope, changes }: { scope: Scope; changes: Changes }) {
  const measure = scoreMeasure(changes, scope.main);
  const { score } = changes;
  if (measure === undefined || score === undefined)
    return (
      <Tile name={scope.main?.name ?? 'Score'} value="–">
        <p>
          {scope.main === undefined || changes.calls.succeeded > 0
            ? 'This kit has no measure for calls yet. Add a score that gives points for its answers, or define which answers are good. '
            : 'There are no calls in this period. '}
          <Link to="/kits/$kitId/insights" params={{ kitId: scope.kit.kit_id }} className={TEXT_LINK}>
            All answers of this kit
          </Link>
        </p>
      </Tile>
    );
  return (
    <Tile
      name={`${score.name}, ${score.what}`}
      value={
        <>
          <Link to="/runs" search={scope.calls()} className={FIGURE_LINK}>
            {measure.format(score.value)}
          </Link>{' '}
          <span className="text-base font-normal text-muted">({intervalText(score, measure.format)})</span>
        </>
      }
    >
      <p>
        {score.before === undefined ? (
          'No earlier calls to compare with.'
        ) : (
          <ChangeText before={score.before} direction={score.direction} news={score.news} format={measure.format} />
        )}
      </p>
      <Weeks scope={scope} measure={measure} changes={changes} />
    </Tile>
  );
}

/** For both periods: the earlier value and the current one. */
function Weeks({ scope: { kit, period, team, calls }, measure, changes }: WeeksProps) {
  const versions = useKitVersions(kit.kit_id).data ?? [];
  const today = useToday();
  const { data } = useRead((api) =>
    api.insights.get(kit.kit_id, {
      group_by: 'week',
      from: changes.against.from,
      to: period.to,
      dimensions: team === undefined ? undefined : { team },
    }),
  );
  if (data === undefined) return <div className="skeleton h-28" />;
  const points = weeklyPoints(data, measure, versions, (days) => calls({ days }), today);
  return <WeekTrend points={points} measure={measure} about={team} />;
}

interface WeeksProps {
  scope: Scope;
  measure: Measure;
  changes: Changes;
}
