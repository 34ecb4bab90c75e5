/** What `engine: auto` would keep of the built-in model's answers, before it is turned on: what goes to the model, what that saves, and what it risks. */
import type { LocalFirst } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber, formatShare } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { NotLoaded } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';

interface LocalFirstPanelProps {
  kitId: string;
  nameOf(key: string): string;
}

export function LocalFirstPanel({ kitId, nameOf }: LocalFirstPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="Answers without a model" className="space-y-3 rounded-lg border border-line p-4 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">Answers without a model</h3>
        <span className="ml-auto">
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show estimate'}
          </Button>
        </span>
      </div>
      <p className="text-muted">
        With a model, the engine “auto” keeps confident answers of the built-in model and asks the model for the rest.
        See from your own runs and reviews what that would keep, save and risk.
      </p>
      {isOpen && <Preview kitId={kitId} nameOf={nameOf} />}
    </section>
  );
}

function Preview({ kitId, nameOf }: LocalFirstPanelProps) {
  const { data, error, refetch } = useRead((api) => api.kits.localFirst(kitId));
  const apply = useChange((api) => api.kits.applyLocalFirst(kitId));
  const mayWrite = useMay('kits:write');
  if (error !== null) return <NotLoaded what="The estimate" error={error} onRetry={refetch} />;
  if (data === undefined) return <p className="text-muted">Looking at the last runs…</p>;
  if (data.runs === 0)
    return <p>No run of this kit was answered by the built-in model alone yet, so there is no estimate.</p>;
  const isChange = data.bricks.some(({ now, local_from }) => now !== local_from);
  return (
    <>
      <p>
        Based on the last {formatNumber(data.runs)} runs and {formatNumber(data.reviewed)} reviewed answers, aiming for{' '}
        {formatShare(data.target)} of kept answers to be right.
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="font-medium">Current</dt>
        <dd>{outlookText(data.now)}</dd>
        <dt className="font-medium">Proposed</dt>
        <dd>{outlookText(data.proposed)}</dd>
      </dl>
      <Bricks bricks={data.bricks} nameOf={nameOf} />
      {mayWrite && isChange && apply.data === undefined && (
        <Button kind="primary" isBusy={apply.isPending} onClick={() => apply.mutate()}>
          Write these into a draft
        </Button>
      )}
      {apply.error !== null && <Notice tone="bad">{describeError(apply.error)}</Notice>}
      {apply.data !== undefined && (
        <p>Version {apply.data.version} has these thresholds. Publish it under Versions to use them.</p>
      )}
    </>
  );
}

type Share = { low: number; high: number };
const between = (share: number, { low, high }: Share) =>
  `${formatShare(share)} (${formatShare(low)} to ${formatShare(high)})`;

function outlookText(outlook: LocalFirst['now']): string {
  const {
    kept,
    expected_right,
    right,
    wrong_per_100_runs: wrong,
    cost_saved,
    credits_saved_per_1000_runs: credits,
  } = outlook;
  if (kept === undefined || kept.share === 0) return 'All questions go to the model.';
  const judged =
    right === undefined
      ? 'none reviewed yet'
      : `reviewers: ${between(right.accuracy, right)} of ${formatNumber(right.n)}`;
  const limits =
    wrong?.low === undefined || wrong.high === undefined
      ? ''
      : ` (${formatNumber(wrong.low)} to ${formatNumber(wrong.high)})`;
  return [
    `Keeps ${between(kept.share, kept)} of the answers; the rest goes to the model.`,
    `Saves ${formatShare(cost_saved ?? 0)} of its cost${credits === undefined ? '' : `, ${formatNumber(credits)} credits per 1,000 runs`}.`,
    `${formatShare(expected_right ?? 0)} of kept answers should be right (${judged}): ${formatNumber(wrong?.value ?? 0)} wrong answers in 100 runs${limits}.`,
  ].join(' ');
}

const BECAUSE: Readonly<Record<LocalFirst['bricks'][number]['basis'], string>> = {
  reviews: 'its own reviews',
  kit_reviews: 'reviews of the other bricks',
  calibration: 'calibrated confidence (too few reviews)',
};

function Bricks({ bricks, nameOf }: { bricks: LocalFirst['bricks']; nameOf(key: string): string }) {
  return (
    <TableArea label="Kept answers by brick">
      <table className="w-full text-left tabular-nums">
        <thead className="text-muted">
          <tr>
            {['Brick', 'Confidence threshold', 'Kept', 'Right', 'Based on'].map((head) => (
              <th key={head} scope="col" className="py-1 pr-4 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bricks.map(({ brick, now, local_from, kept, right, expected_right, basis }) => (
            <tr key={brick} className="border-t border-line">
              <th scope="row" className="py-1 pr-4 font-medium">
                {nameOf(brick)}
              </th>
              <td className="pr-4">
                {fromText(now)} → {fromText(local_from)}
              </td>
              <td className="pr-4">{kept === undefined ? '–' : between(kept.share, kept)}</td>
              <td className="pr-4">
                {right !== undefined
                  ? `${between(right.accuracy, right)} of ${formatNumber(right.n)}`
                  : expected_right === undefined
                    ? '–'
                    : formatShare(expected_right)}
              </td>
              <td className="text-muted">{BECAUSE[basis]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}

const fromText = (from: number) => (from >= 1 ? 'never' : formatNumber(from));
