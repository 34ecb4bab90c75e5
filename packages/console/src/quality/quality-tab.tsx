/** How right a kit's answers are: accuracy with its interval, over time, by confidence, and where people disagree. */
import type { BrickQuality, BrickSchema, KitQuality, KitVersion } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimezone } from '../api/settings.ts';
import { useRead } from '../api/use-read.ts';
import { isTime } from '../insights/time-groups.ts';
import { filterOf } from '../runs/runs-search.ts';
import { formatNumber, formatShare, intervalOf } from '../ui/format.ts';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { AccuracyByGroup } from './accuracy-by-group.tsx';
import { AccuracyOverTime } from './accuracy-over-time.tsx';
import { LearningPanel } from './learning-panel.tsx';
import { LocalFirstPanel } from './local-first-panel.tsx';
import { QualityControls, type QualitySearch } from './quality-controls.tsx';
import { ReliabilityDiagram } from './reliability-diagram.tsx';

interface QualityTabProps {
  kitId: string;
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
  search: QualitySearch;
  onSearch(part: QualitySearch): void;
}

export function QualityTab({ kitId, bricks: schemas, versions, search, onSearch }: QualityTabProps) {
  const { by = 'week', where } = search;
  const { status: _status, ...filter } = filterOf({ where }, useTimezone());
  const whole = useRead((api) => api.reviewQueue.quality(kitId, filter), { keep: true });
  const groups = useRead((api) => api.reviewQueue.quality(kitId, { ...filter, group_by: by }), { keep: true });
  const [chosen, setChosen] = useState<string>();
  const nameOf = (key: string) => schemas.find((brick) => brick.key === key)?.name ?? key;
  const bricks = whole.data?.data[0]?.bricks ?? [];
  const shown = bricks.find(({ brick }) => brick === chosen) ?? bricks[0];
  if (whole.error === null && whole.data !== undefined && shown === undefined && where === undefined)
    return (
      <EmptyState title="No reviews yet">
        Set a review policy under{' '}
        <Link to="/review" search={{}} className="underline">
          Review
        </Link>{' '}
        and mark answers as right or wrong.
      </EmptyState>
    );
  return (
    <div className="space-y-6 p-4 sm:p-5">
      <LearningPanel kitId={kitId} schemas={schemas} bricks={bricks} nameOf={nameOf} />
      <LocalFirstPanel kitId={kitId} nameOf={nameOf} />
      <QualityControls search={search} onSearch={onSearch} bricks={schemas} versions={versions} />
      {whole.error !== null ? (
        <ErrorState error={whole.error} onRetry={() => whole.refetch()} />
      ) : whole.data === undefined ? (
        <Rows label="Loading quality" />
      ) : shown === undefined ? (
        <EmptyState title="None of these calls has been reviewed">Remove a filter, or choose other days.</EmptyState>
      ) : (
        <div aria-busy={whole.isPlaceholderData} className={`space-y-6 ${whole.isPlaceholderData ? 'opacity-60' : ''}`}>
          <QualityTable bricks={bricks} shown={shown.brick} nameOf={nameOf} onChoose={setChosen} />
          <section aria-label={`Details of ${nameOf(shown.brick)}`} className="grid gap-6 lg:grid-cols-2">
            <h3 className="font-semibold lg:col-span-2">{nameOf(shown.brick)}</h3>
            <ByGroup by={by} quality={groups} brick={shown.brick} />
            <ReliabilityDiagram quality={shown} />
            <Confusion quality={shown} schema={schemas.find(({ key }) => key === shown.brick)} />
            <Disputed quality={shown} />
          </section>
        </div>
      )}
    </div>
  );
}

interface ByGroupProps {
  by: string;
  quality: { data: KitQuality | undefined; isPlaceholderData: boolean; error: Error | null; refetch(): unknown };
  brick: string;
}

function ByGroup({ by, quality: { data, isPlaceholderData, error, refetch }, brick }: ByGroupProps) {
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />;
  // What was there before is grouped by something else.
  if (data === undefined || isPlaceholderData) return <Rows label="Loading the groups" />;
  const groups = data.data.flatMap(({ group, size, bricks }) => {
    const own = bricks.find((each) => each.brick === brick);
    return own === undefined ? [] : [{ group, size, quality: own }];
  });
  if (isTime(by))
    return (
      <AccuracyOverTime
        by={by}
        times={groups.flatMap(({ group, quality }) => (group === undefined ? [] : [{ first: group, quality }]))}
      />
    );
  const label = dimensions.find(({ name }) => name === by)?.label ?? by.replace(/^metadata\./, '');
  return <AccuracyByGroup label={label.toLowerCase()} isVersion={by === 'version'} groups={groups} />;
}

interface QualityTableProps {
  bricks: readonly BrickQuality[];
  shown: string;
  nameOf(key: string): string;
  onChoose(brick: string): void;
}

const shareOf = (share: number | undefined) => (share === undefined ? '–' : formatShare(share));

/** Each with the term of the field, for those who look for it. */
const HEADS: readonly (readonly [string, string?])[] = [
  ['Brick'],
  ['Accuracy', 'Share of answers that are right'],
  ['95 % interval', 'Range of the accuracy over all calls'],
  ['Drawn', 'n: answers drawn for review and reviewed'],
  ['Calibration error', 'How far confidence is from accuracy on average (ECE)'],
  ['Reviewers agree', 'Among answers that several people reviewed'],
  ['Disputed'],
  ['Learned'],
];

function QualityTable({ bricks, shown, nameOf, onChoose }: QualityTableProps) {
  return (
    <TableArea label="How accurate the answers are">
      <table className="w-full text-sm tabular-nums">
        <caption className="mb-2 text-left text-[13px] text-muted">
          Estimated for all runs from those drawn for review, each weighted by how likely it was to be drawn; 95 %
          intervals.
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
          {bricks.map((quality) => (
            <tr key={quality.brick} className={quality.brick === shown ? 'bg-sunken' : ''}>
              <th scope="row" className="px-2 py-1.5 text-left font-medium">
                <button
                  type="button"
                  aria-pressed={quality.brick === shown}
                  onClick={() => onChoose(quality.brick)}
                  className="underline decoration-line-strong underline-offset-2"
                >
                  {nameOf(quality.brick)}
                </button>
              </th>
              <td className="px-2 py-1.5">{shareOf(quality.accuracy)}</td>
              <td className="px-2 py-1.5 whitespace-nowrap">
                {intervalOf({ value: 0, ...quality }, formatShare) || '–'}
              </td>
              <td className="px-2 py-1.5">{formatNumber(quality.n)}</td>
              <td className="px-2 py-1.5">{shareOf(quality.ece)}</td>
              <td className="px-2 py-1.5 whitespace-nowrap">{agreementText(quality)}</td>
              <td className="px-2 py-1.5">{formatNumber(quality.disputed.length)}</td>
              <td className="px-2 py-1.5 whitespace-nowrap">{learnedText(quality)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}

/** "92 % (74 – 98 %)": of the answers that several people reviewed, how many they all see alike. */
function agreementText({ agreement }: BrickQuality): string {
  if (agreement === undefined) return '–';
  const interval = intervalOf(agreement.same, formatShare);
  return `${formatShare(agreement.same.value)}${interval === '' ? '' : ` (${interval})`}`;
}

/** "from 34 labels: 74 % → 86 %" */
function learnedText({ learned }: BrickQuality): string {
  if (learned === undefined) return '–';
  const figures = learned.before === undefined ? '' : `: ${formatShare(learned.before)} → ${shareOf(learned.after)}`;
  return `from ${formatNumber(learned.labels)} labels${figures}`;
}

interface ConfusionProps {
  quality: BrickQuality;
  schema: BrickSchema | undefined;
}

function Confusion({ quality: { confusion }, schema }: ConfusionProps) {
  const nameOf = (value: string) =>
    ANSWERS[value] ?? schema?.categories?.find((each) => each.value === value)?.name ?? value;
  const expected = [...new Set(confusion.map((cell) => String(cell.expected)))].slice(0, 12);
  const answers = [...new Set(confusion.map((cell) => String(cell.answer)))].slice(0, 12);
  const most = Math.max(1, ...confusion.map(({ n }) => n));
  if (confusion.length === 0) return <p className="text-sm text-muted">No corrections yet.</p>;
  return (
    <TableArea label="Answers given and right answers">
      <table className="text-sm tabular-nums">
        <caption className="mb-2 text-left font-medium">Answers given (rows) and right answers (columns)</caption>
        <thead>
          <tr>
            <td />
            {expected.map((value) => (
              <th
                key={value}
                scope="col"
                title={nameOf(value)}
                className="max-w-32 truncate px-2 py-1 font-medium text-muted"
              >
                {nameOf(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answers.map((answer) => (
            <tr key={answer}>
              <th
                scope="row"
                title={nameOf(answer)}
                className="max-w-40 truncate px-2 py-1 text-left font-medium text-muted"
              >
                {nameOf(answer)}
              </th>
              {expected.map((right) => {
                const n =
                  confusion.find((cell) => String(cell.answer) === answer && String(cell.expected) === right)?.n ?? 0;
                return (
                  <td key={right} className="relative min-w-12 px-2 py-1 text-center">
                    <span
                      aria-hidden="true"
                      className={`absolute inset-0.5 rounded ${answer === right ? 'bg-ok-soft' : 'bg-bad-soft'}`}
                      style={{ opacity: n / most }}
                    />
                    <span className="relative">{formatNumber(n)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}

/** Answers of yes/no questions, and none. */
const ANSWERS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No', null: 'no answer' };

function Disputed({ quality: { disputed } }: { quality: BrickQuality }) {
  return (
    <div className="text-sm">
      <h4 className="mb-2 font-medium">Disagreements to settle</h4>
      {disputed.length === 0 ? (
        <p className="text-muted">None: all reviewers agree, or each answer has only one review.</p>
      ) : (
        <ul className="space-y-1">
          {disputed.map((runId) => (
            <li key={runId}>
              <Link
                to="/runs/$runId"
                params={{ runId }}
                search={{ review: true }}
                className="font-mono text-[13px] underline"
              >
                {runId}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
