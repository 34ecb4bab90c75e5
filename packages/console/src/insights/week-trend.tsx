/** A figure week by week as a chart, and the same as a table with links to the calls. */
import { intervalText, type Measure } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { roundedFigure } from '../ui/format.ts';
import { SaveFigure } from '../ui/save-figure.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { scaleOf, TrendChart, type TrendPoint } from './trend-chart.tsx';

interface WeekTrendProps {
  points: readonly TrendPoint[];
  measure: Measure;
  against?: { name: string; points: readonly TrendPoint[] } | undefined;
  /** The agent's name, for a picture of it. */
  about?: string | undefined;
}

export function WeekTrend({ points, measure, against, about }: WeekTrendProps) {
  const chart = useRef<HTMLElement>(null);
  const { format, leading, name } = measure;
  const scale = scaleOf([...points, ...(against?.points ?? [])], leading === undefined);
  return (
    <figure ref={chart}>
      <figcaption className="sr-only">{`${name} by week`}</figcaption>
      <TrendChart points={points} {...scale} isLine format={format} against={against} />
      <div className="relative mt-1">
        <div className="absolute top-0 right-0">
          <SaveFigure
            title={`${name} by week`}
            about={about ?? ''}
            chart={chart}
            table={tableOf(points, name, against)}
          />
        </div>
        <details className="print:hidden">
          <summary className="w-fit rounded py-1.5 text-xs">Week by week as a table</summary>
          <ScrollArea label={`${name}, week by week`}>
            <table className="mt-2 w-full text-left text-sm">
              <caption className="sr-only">{`${name} by week`}</caption>
              <thead>
                <tr>
                  {['Week from', name, '95 % interval', ...(against === undefined ? [] : [against.name])].map(
                    (title) => (
                      <th key={title} className="py-1 pr-3 font-medium">
                        {title}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {points.map(({ label, estimate, runs, mark, isOpen }, index) => (
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
                      {isOpen && ' (not ended)'}
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
      </div>
    </figure>
  );
}

function tableOf(points: readonly TrendPoint[], name: string, against: WeekTrendProps['against']) {
  const round = (value: number | undefined) => (value === undefined ? undefined : roundedFigure(value));
  return {
    columns: ['Week from', name, 'From', 'To', ...(against === undefined ? [] : [against.name])],
    rows: points.map(({ label, estimate, isOpen }, index) => [
      `${label}${isOpen ? ' (not ended)' : ''}`,
      round(estimate?.value),
      round(estimate?.low),
      round(estimate?.high),
      ...(against === undefined ? [] : [round(against.points[index]?.estimate?.value)]),
    ]),
  };
}

const formatOr = (value: number | undefined, format: Measure['format']) => (value === undefined ? '–' : format(value));
