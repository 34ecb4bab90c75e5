/** How right a brick is in each team, version or whatever else runs are grouped by: most reviews first, with intervals. */
import type { BrickQuality } from '@brickwork/client';
import { formatNumber, formatShare, intervalOf } from '../ui/format.ts';
import { TableArea } from '../ui/table-area.tsx';

const DRAWN = 'n: answers drawn for review and reviewed';

interface AccuracyByGroupProps {
  label: string;
  isVersion: boolean;
  groups: readonly { group: string | undefined; size: number | undefined; quality: BrickQuality }[];
}

export function AccuracyByGroup({ label, isVersion, groups }: AccuracyByGroupProps) {
  return (
    <TableArea label={`Accuracy by ${label}`}>
      <table className="w-full text-sm tabular-nums">
        <caption className="mb-2 text-left font-medium">{`Accuracy by ${label}`}</caption>
        <thead className="text-left text-muted">
          <tr>
            {[label, 'Accuracy', '', 'Drawn', 'Reviewed'].map((head) => (
              <th
                key={head}
                scope="col"
                title={head === 'Drawn' ? DRAWN : undefined}
                className="px-2 py-1.5 font-medium first-letter:uppercase"
              >
                {head === '' ? <span className="sr-only">Interval</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {groups.map(({ group, size, quality }) => (
            <tr key={size === undefined ? (group ?? '') : 'others'}>
              <th
                scope="row"
                title={nameOf(group, size, isVersion)}
                className="max-w-48 truncate px-2 py-1.5 text-left font-medium"
              >
                {nameOf(group, size, isVersion)}
              </th>
              <td className="px-2 py-1.5 whitespace-nowrap">
                {quality.accuracy === undefined ? '–' : formatShare(quality.accuracy)}{' '}
                {quality.low !== undefined && (
                  <span className="text-muted">{`(${intervalOf({ value: 0, ...quality }, formatShare)})`}</span>
                )}
              </td>
              <td className="w-28 px-2 py-1.5">
                <Interval quality={quality} />
              </td>
              <td className="px-2 py-1.5">{formatNumber(quality.n)}</td>
              <td className="px-2 py-1.5">{formatNumber(quality.reviewed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}

function nameOf(group: string | undefined, size: number | undefined, isVersion: boolean): string {
  if (size !== undefined) return `${formatNumber(size)} others`;
  if (group === undefined) return '(none)';
  return isVersion ? `v${group}` : group;
}

/** The figures stand beside it. */
function Interval({ quality: { accuracy, low = 0, high = 1 } }: { quality: BrickQuality }) {
  if (accuracy === undefined) return null;
  const left = (share: number) => `${share * 100}%`;
  return (
    <span aria-hidden="true" className="relative block h-2 min-w-20 rounded bg-sunken">
      <span
        className="absolute inset-y-0 rounded bg-accent opacity-40"
        style={{ left: left(low), right: left(1 - high) }}
      />
      <span className="absolute -inset-y-0.5 w-0.5 bg-accent" style={{ left: left(accuracy) }} />
    </span>
  );
}
