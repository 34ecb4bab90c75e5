import type { BrickComparison } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/use-read.ts';
import { formatChance, formatNumber, formatShare } from '../ui/format.ts';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';

/** Each with the term of the field, for those who look for it. */
const HEADS: readonly (readonly [string, string?])[] = [
  ['Brick'],
  ['Answers', 'n: lines with an expected answer'],
  ['Accuracy', 'Share of answers that are right'],
  ['Macro F1', 'Rare answers count as much as frequent ones'],
  ['Calibration error', 'How far confidence is from accuracy on average (ECE)'],
];

interface EvaluationReportProps {
  evaluationId: string;
  /** An earlier evaluation on the same set. */
  against: string | undefined;
}

export function EvaluationReport({ evaluationId, against }: EvaluationReportProps) {
  const { data, error, refetch } = useRead((api) =>
    api.evaluations.get(evaluationId, { against: against === evaluationId ? undefined : against }),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows count={3} label="Loading the report" />;
  if (data.report === undefined)
    return (
      <p className="text-sm text-muted">
        {data.error ?? `${formatNumber(data.done)} of ${formatNumber(data.total)} lines are answered.`}
      </p>
    );
  return (
    <section aria-label="Report" className="space-y-5">
      <TableArea label="Report by brick">
        <table className="w-full text-sm tabular-nums">
          <caption className="mb-2 text-left font-medium">
            Version {data.kit_version} on {data.set.name}, answered by {data.report.engine}
          </caption>
          <thead className="text-left text-muted">
            <tr>
              {HEADS.map(([head, term]) => (
                <th key={head} scope="col" title={term} className="px-2 py-1.5 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {data.report.bricks.map(({ key, n, accuracy, macro_f1, ece }) => (
              <tr key={key}>
                <th scope="row" className="px-2 py-1.5 text-left font-medium">
                  {key}
                </th>
                <td className="px-2 py-1.5">{formatNumber(n)}</td>
                <td className="px-2 py-1.5">{formatShare(accuracy)}</td>
                <td className="px-2 py-1.5">{macro_f1 === undefined ? '–' : formatShare(macro_f1)}</td>
                <td className="px-2 py-1.5">{formatShare(ece)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
      {data.against?.map((comparison) => (
        <Flips key={comparison.key} comparison={comparison} />
      ))}
    </section>
  );
}

function Flips({ comparison: { key, gained, lost, p, flips } }: { comparison: BrickComparison }) {
  return (
    <div className="text-sm">
      <h4 className="font-medium">
        {key}: {formatNumber(gained)} now right, {formatNumber(lost)} now wrong
        <span className="font-normal text-muted">{` · difference by chance: p = ${formatChance(p)}`}</span>
      </h4>
      <ul className="mt-1 space-y-0.5">
        {flips.map(({ line, external_id, run_id, expected, before, after }) => (
          <li key={line}>
            {run_id === undefined ? (
              <span>{external_id ?? `line ${line}`}</span>
            ) : (
              <Link to="/runs/$runId" params={{ runId: run_id }} search={{}} className="underline">
                {external_id ?? `line ${line}`}
              </Link>
            )}
            : {String(before)} → {String(after)}, expected {String(expected)}
          </li>
        ))}
      </ul>
    </div>
  );
}
