/** Result of the last nightly check, and the accuracy of every brick over the nights before. */
import type { Canary } from '@brickwork/client';
import { scaleOf, TrendChart } from '../insights/trend-chart.tsx';
import { formatNumber, formatShare, formatTime, intervalOf } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { useNights } from './use-nights.ts';

export function LastNight({ canary: { found, checked_at } }: { canary: Canary }) {
  return (
    <Panel title="Last night">
      {found === undefined ? (
        <p className="p-4 text-sm text-soft">The first evaluation is the baseline. It appears here when it is done.</p>
      ) : (
        <>
          <TableArea label="Result of the last nightly check">
            <table className="w-full text-sm tabular-nums">
              <caption className="sr-only">Result of the last nightly check</caption>
              <thead className="border-b border-line text-left text-[13px] text-muted">
                <tr>
                  {['Brick', 'Lines', 'Accuracy', '95 % interval', 'Baseline', 'Changed answers', 'Drift'].map(
                    (head) => (
                      <th key={head} scope="col" className="px-4 py-2.5 font-medium whitespace-nowrap">
                        {head}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {found.bricks.map(({ key, n, accuracy, baseline_accuracy, changed, drifted }) => (
                  <tr key={key}>
                    <th scope="row" className="px-4 py-2.5 text-left font-medium">
                      {key}
                    </th>
                    <td className="px-4 py-2.5">{formatNumber(n)}</td>
                    <td className="px-4 py-2.5 whitespace-nowrap">{formatShare(accuracy.value)}</td>
                    <td className="px-4 py-2.5 whitespace-nowrap">{intervalOf(accuracy, formatShare) || '–'}</td>
                    <td className="px-4 py-2.5 whitespace-nowrap">{formatShare(baseline_accuracy)}</td>
                    <td className="px-4 py-2.5 whitespace-nowrap">{formatShare(changed)}</td>
                    <td className="px-4 py-2.5">
                      <Tag tone={drifted ? 'bad' : 'ok'}>{drifted ? 'drifted' : 'none'}</Tag>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableArea>
          <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
            {`Version ${found.kit_version}, answered by ${found.engine}`}
            {checked_at !== undefined && `, ${formatTime(checked_at)}`}
          </p>
        </>
      )}
    </Panel>
  );
}

/** Each costs a request. */
const MOST_NIGHTS = 14;

export function Nights({ canary: { kit_id, rule, checked_at } }: { canary: Canary }) {
  const { data, error } = useNights(kit_id, rule.set, MOST_NIGHTS, checked_at);
  if (error !== null) return <ErrorState error={error} />;
  const keys = data?.at(-1)?.report?.bricks.map(({ key }) => key) ?? [];
  return (
    <Panel title="Accuracy over time">
      {data === undefined ? (
        <Rows label="Loading earlier evaluations" count={3} />
      ) : data.length === 0 ? (
        <p className="p-4 text-sm text-soft">No evaluation on this set is done yet.</p>
      ) : (
        <div className="space-y-4 p-4 sm:p-5">
          <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
            {keys.map((key) => (
              <figure key={key}>
                <figcaption className="text-[13px] font-medium">{key}</figcaption>
                <TrendChart
                  points={data.map(({ created_at, report }) => {
                    const score = report?.bricks.find((brick) => brick.key === key);
                    return { label: formatTime(created_at), estimate: score && { value: score.accuracy } };
                  })}
                  {...scaleOf([], false)}
                  isLine
                  format={formatShare}
                />
              </figure>
            ))}
          </div>
          <TableArea label="Accuracy of every evaluation">
            <table className="w-full text-sm tabular-nums">
              <caption className="sr-only">Accuracy of every evaluation on the set, newest first</caption>
              <thead className="text-left text-[13px] text-muted">
                <tr>
                  {['When', 'Version', 'Answered by', ...keys].map((head) => (
                    <th key={head} scope="col" className="py-1.5 pr-4 font-medium whitespace-nowrap">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {data.toReversed().map(({ evaluation_id, created_at, kit_version, report }) => (
                  <tr key={evaluation_id}>
                    <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                      {formatTime(created_at)}
                    </th>
                    <td className="py-1.5 pr-4">{`v${kit_version}`}</td>
                    <td className="py-1.5 pr-4">{report?.engine}</td>
                    {keys.map((key) => {
                      const score = report?.bricks.find((brick) => brick.key === key);
                      return (
                        <td key={key} className="py-1.5 pr-4 whitespace-nowrap">
                          {score === undefined ? '–' : formatShare(score.accuracy)}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableArea>
        </div>
      )}
    </Panel>
  );
}
