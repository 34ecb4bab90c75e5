import { isTerminal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKitSchema } from '../api/kits.ts';
import { type BrickOutput, type Run, useRun } from '../api/runs.ts';
import { BrickValue } from '../runs/brick-value.tsx';
import { Confidence } from '../runs/confidence.tsx';
import { Panel } from '../ui/panel.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TableArea } from '../ui/table-area.tsx';

/** Two versions on the same conversation: what they agree on, and where they differ. */
export function CompareRuns({ left, right }: { left: string; right: string }) {
  const a = useRun(left);
  const b = useRun(right);
  const error = a.error ?? b.error;
  if (error !== null) return <ErrorState error={error} />;
  if (a.data === undefined || b.data === undefined || !isTerminal(a.data.status) || !isTerminal(b.data.status))
    return <Spinner label="Evaluating both" />;
  return <Comparison left={a.data} right={b.data} />;
}

function Comparison({ left, right }: { left: Run; right: Run }) {
  const schemas = [useKitSchema(left.kit_version_id).data, useKitSchema(right.kit_version_id).data];
  const keys = [...new Set([...Object.keys(left.output?.bricks ?? {}), ...Object.keys(right.output?.bricks ?? {})])];
  const differing = keys.filter((key) => left.output?.bricks[key]?.value !== right.output?.bricks[key]?.value);
  const schemaOf = (index: number, key: string) => schemas[index]?.bricks.find((brick) => brick.key === key);
  return (
    <Panel
      title="Side by side"
      actions={
        <Tag tone={differing.length === 0 ? 'ok' : 'warn'}>
          {differing.length === 0 ? 'Same values' : `${differing.length} of ${keys.length} differ`}
        </Tag>
      }
    >
      <TableArea label="Both runs, brick by brick">
        <table className="w-full min-w-[36rem] text-sm">
          <thead className="border-b border-line text-left text-[13px] text-muted">
            <tr>
              <th className="px-4 py-2.5 font-medium">Brick</th>
              {[left, right].map((run) => (
                <th key={run.run_id} className="px-4 py-2.5 font-medium">
                  <Link to="/runs/$runId" params={{ runId: run.run_id }} className="text-accent hover:underline">
                    Version {run.kit_version}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {keys.map((key) => (
              <tr key={key} className={differing.includes(key) ? 'bg-warn-soft' : ''}>
                <th scope="row" className="px-4 py-2.5 text-left font-normal">
                  {schemaOf(1, key)?.name ?? schemaOf(0, key)?.name ?? key}
                </th>
                {[left, right].map((run, index) => (
                  <td key={run.run_id} className="px-4 py-2.5">
                    <Answer brick={run.output?.bricks[key]} schema={schemaOf(index, key)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
    </Panel>
  );
}

function Answer({
  brick,
  schema,
}: {
  brick: BrickOutput | undefined;
  schema: Parameters<typeof BrickValue>[0]['schema'];
}) {
  if (brick === undefined) return <span className="text-muted">not asked</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <BrickValue brick={brick} schema={schema} />
      <Confidence brick={brick} schema={schema} />
    </span>
  );
}
