/** The leading figure of an answer by week, with its interval. The same figures are in the table below it. */
import type { QuestionAnswer, QuestionGroup } from '@brickwork/client';
import { scaleOf, TrendChart, type TrendPoint } from '../insights/trend-chart.tsx';
import { daysFrom } from '../ui/days.ts';
import { formatDay, formatFigure, formatShare } from '../ui/format.ts';

export function WeekChart({ answer: { by = [], mean, values } }: { answer: QuestionAnswer }) {
  const top = values?.[0]?.answer;
  const points = weeklyPoints(by, top);
  if (points.length < 2) return null;
  const isNumber = mean !== undefined;
  const what = isNumber ? 'Mean' : (top ?? 'Yes');
  return (
    <figure>
      <figcaption className="mb-1 text-[13px] text-muted">{`${what} by week, with its interval`}</figcaption>
      <TrendChart
        points={points}
        {...scaleOf(points, isNumber)}
        isLine
        format={isNumber ? formatFigure : formatShare}
      />
    </figure>
  );
}

/** A point for each week from the first to the last, also for those without calls. */
function weeklyPoints(groups: readonly QuestionGroup[], top: string | undefined): TrendPoint[] {
  const byWeek = new Map(groups.flatMap((group) => (group.group === null ? [] : [[group.group, group]])));
  const weeks = [...byWeek.keys()];
  const [first, last] = [weeks[0], weeks.at(-1)];
  const points: TrendPoint[] = [];
  if (first === undefined || last === undefined) return points;
  for (let monday = first; monday <= last; monday = daysFrom(monday, 7)) {
    const { share, mean, values, unfinished } = byWeek.get(monday) ?? {};
    points.push({
      label: formatDay(monday),
      estimate: share ?? mean ?? values?.find(({ answer }) => answer === top),
      isOpen: unfinished,
    });
  }
  return points;
}
