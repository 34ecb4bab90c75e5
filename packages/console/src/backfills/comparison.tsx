/** What changed between two versions on the same runs, brick by brick: an overview, then figures, chart and changed runs of each. */
import type { BrickSchema, ComparedBrick } from '@brickwork/client';
import { useCallsWord } from '../api/use-calls-word.ts';
import { LIKELY_REAL } from '../ui/chance.ts';
import { formatChance, formatNumber, formatShare } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { NumberChange, ValueChanges } from './brick-changes.tsx';
import { FlipList } from './flip-list.tsx';

interface ComparisonProps {
  /** Runs that succeeded before and after. */
  n: number;
  bricks: readonly ComparedBrick[];
  schemaOf(key: string): BrickSchema | undefined;
  /** Whether no more runs will be added. */
  isFinal: boolean;
}

export function Comparison({ n, bricks, schemaOf, isFinal }: ComparisonProps) {
  const { many } = useCallsWord();
  const nameOf = (key: string) => schemaOf(key)?.name ?? key;
  const compared = `Comparison of ${formatNumber(n)} ${many}`;
  return (
    <>
      <Panel title={isFinal ? compared : `${compared} so far`}>
        <TableArea label="Comparison, brick by brick">
          <table className="w-full text-sm">
            <caption className="sr-only">How many answers of each brick changed</caption>
            <thead className="border-b border-line text-left text-[13px] text-muted">
              <tr>
                {['Brick', 'Compared', 'Changed', 'Smallest p', ''].map((head) => (
                  <th key={head} scope="col" className="px-4 py-2.5 font-medium">
                    {head === '' ? <span className="sr-only">Meaning</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {bricks.map((brick) => (
                <SummaryRow key={brick.key} brick={brick} name={nameOf(brick.key)} />
              ))}
            </tbody>
          </table>
        </TableArea>
        <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
          {`p is McNemar’s exact test on the ${many} that changed: below 0.05 the difference is unlikely to be chance. It shows what changed, not what is right: open some of the changed ${many} to judge that. Of twenty bricks with no real difference, about one is below 0.05.`}
        </p>
      </Panel>
      {bricks.filter(isChanged).map((brick) => (
        <Panel key={brick.key} title={<span id={`brick-${brick.key}`}>{nameOf(brick.key)}</span>}>
          <div className="space-y-4 p-4 sm:p-5">
            {brick.values !== undefined && (
              <ValueChanges brick={brick} name={nameOf(brick.key)} schema={schemaOf(brick.key)} />
            )}
            {brick.numbers !== undefined && <NumberChange numbers={brick.numbers} />}
            {brick.type === 'text' && (
              <p className="text-sm text-soft">For texts, only their presence is compared, not the wording.</p>
            )}
            <FlipList brick={brick} name={nameOf(brick.key)} schema={schemaOf(brick.key)} />
          </div>
        </Panel>
      ))}
      <Unchanged bricks={bricks.filter((brick) => !isChanged(brick))} nameOf={nameOf} />
    </>
  );
}

const isChanged = ({ changed }: ComparedBrick) => changed > 0;

/** A line each: figures that are the same before and after say nothing. */
function Unchanged({ bricks, nameOf }: { bricks: readonly ComparedBrick[]; nameOf(key: string): string }) {
  const { one, many } = useCallsWord();
  if (bricks.length === 0) return null;
  return (
    <Panel title="Unchanged">
      <ul className="divide-y divide-line text-sm">
        {bricks.map(({ key, type, n }) => (
          <li
            key={key}
            id={`brick-${key}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-4 py-2.5 sm:px-5"
          >
            <span className="font-medium">{nameOf(key)}</span>
            <span className="text-muted">
              {n === 1 ? `Same answer in the one ${one} compared` : `Same answer in all ${formatNumber(n)} ${many}`}
              {type === 'text' && '; for texts, only their presence is compared'}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SummaryRow({ brick, name }: { brick: ComparedBrick; name: string }) {
  const p = smallestP(brick);
  return (
    <tr>
      <th scope="row" className="px-4 py-2.5 text-left font-medium">
        <a href={`#brick-${brick.key}`} className="rounded text-accent hover:underline">
          {name}
        </a>
      </th>
      <td className="px-4 py-2.5 tabular-nums">{formatNumber(brick.n)}</td>
      <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">
        {`${formatNumber(brick.changed)} (${formatShare(brick.changed / brick.n)})`}
      </td>
      <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">{p === undefined ? '–' : formatChance(p)}</td>
      <td className="px-4 py-2.5">
        {p !== undefined && p < LIKELY_REAL && <Tag tone="accent">unlikely to be chance</Tag>}
      </td>
    </tr>
  );
}

function smallestP({ values, numbers }: ComparedBrick): number | undefined {
  if (numbers !== undefined) return numbers.p;
  return values === undefined || values.length === 0 ? undefined : Math.min(...values.map(({ p }) => p));
}
