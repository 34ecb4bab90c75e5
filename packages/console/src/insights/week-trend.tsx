/** A figure week by week as a chart, and the same as a table with links to the calls. */
import { intervalText, type Measure } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { scaleOf, TrendChart, type TrendPoint } from './trend-chart.tsx';

interface WeekTrendProps {
  points: readonly TrendPoint[];
  measure: Measure;
  against?: { name: string; points: readonly TrendPoint[] } | undefined;
}

export function WeekTrend({ points, measure, against }: WeekTrendProps) {
  const { format, leading, name } = measure;
  const scale = scaleOf([...points, ...(against?.points ?? [])], leading === undefined);
  return (
    <figure>
      <figcaption className="sr-only">{`${name} by week`}</figcaption>
      <TrendChart points={points} {...scale} isLine format={format} against={against} />
      <details className="mt-1 print:hidden">
        <summary className="w-fit rounded text-xs">Week by week as a table</summary>
        <ScrollArea label={`${name}, week by week`}>
          <table className="mt-2 w-full text-left text-sm">
            <caption className="sr-only">{`${name} by week`}</caption>
            <thead>
              <tr>
                {['Week from', name, '95 % interval', ...(against === undefined ? [] : [against.name])].map((title) => (
                  <th key={title} className="py-1 pr-3 font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, estimate, runs, mark }, index) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                    {runs === undefined || estimate === undefined ? (
                      label
                    ) : (
                      <Link to="/runs" search={runs} className="rounded text-accent underline underline-offset-2">
                        {label}
                      </Link>
                    )}
                    {mark !== undefined && ` (${mark} live)`}
                  </th>
                  <td className="py-1 pr-3">{estimate === undefined ? 'no calls' : format(estimate.value)}</td>
                  <td className="py-1 pr-3 whitespace-nowrap">
                    {estimate === undefined ? '' : intervalText(estimate, format)}
                  </td>
                  {against !== undefined && (
                    <td className="py-1">{formatOr(against.points[index]?.estimate?.value, format)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </details>
    </figure>
  );
}

const formatOr = (value: number | undefined, format: Measure['format']) => (value === undefined ? '–' : format(value));
