/** What a backfill would cost, and its limit: nothing starts before both are there. */
import type { BackfillEstimate } from '@brickwork/client';
import type { FormEvent } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Button } from '../ui/button.tsx';
import { formatCredits, formatDuration, formatNumber, roundedSum } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';

/** A fifth more than the estimate, and what is set aside for a run while it is evaluated. */
export const suggestedLimit = ({ credits, most_credits_per_run }: BackfillEstimate) =>
  roundedSum(credits * 1.2 + most_credits_per_run);

interface CostPanelProps {
  sample: string;
  onSample(sample: string): void;
  /** Of the form as it is. */
  found: BackfillEstimate | undefined;
  isStale: boolean;
  limit: string;
  onLimit(limit: string): void;
  isBusy: boolean;
  isReady: boolean;
  error: Error | null;
  onSubmit(event: FormEvent): void;
}

export function CostPanel(props: CostPanelProps) {
  const { sample, onSample, found, isStale, limit, onLimit, isBusy, isReady, error, onSubmit } = props;
  return (
    <Panel title="Size and cost">
      <form onSubmit={onSubmit} className="space-y-4 p-4 sm:p-5">
        <TextField
          label="Maximum number of runs"
          type="number"
          min={1}
          max={100_000}
          step={1}
          value={sample}
          onChange={onSample}
          note="Chosen at random. If empty: all matching runs, up to 100,000."
        />
        <Cost found={found} isStale={isStale} />
        {found !== undefined && found.runs > 0 && (
          <TextField
            label="Maximum cost (credits)"
            type="number"
            min={0}
            isRequired
            value={limit}
            onChange={onLimit}
            note="The backfill stops before a run that could exceed this. The runs evaluated by then are a random sample."
          />
        )}
        {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
        {found === undefined ? (
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
            Estimate
          </Button>
        ) : (
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={found.runs === 0}>
            {`Evaluate ${formatNumber(found.runs)} runs again`}
          </Button>
        )}
      </form>
    </Panel>
  );
}

/** Of the form as it is; an estimate of an earlier one is stale. */
function Cost({ found, isStale }: { found: BackfillEstimate | undefined; isStale: boolean }) {
  return (
    <div aria-live="polite">
      {found === undefined ? (
        <p className="text-sm text-soft">
          {!isStale ? 'You see the cost before anything starts.' : 'The form has changed: estimate again.'}
        </p>
      ) : (
        <Figures estimate={found} />
      )}
    </div>
  );
}

function Figures({
  estimate: { runs, without_input, input_tokens, credits, seconds },
}: {
  estimate: BackfillEstimate;
}) {
  if (runs === 0)
    return (
      <p className="text-sm text-soft">
        {without_input === 0
          ? 'No run matches. Remove a filter, or choose another kit.'
          : `${formatNumber(without_input)} runs match, but none of them still has its input.`}
      </p>
    );
  const figures = [
    ['Runs', formatNumber(runs)],
    ['Left out: input erased', without_input === 0 ? undefined : formatNumber(without_input)],
    ['Model tokens', input_tokens === 0 ? 'none' : `about ${formatNumber(input_tokens)}`],
    ['Credits', credits === 0 ? 'none' : `about ${formatCredits(credits)}`],
    ['Time, if nothing else is waiting', `about ${formatDuration(seconds * 1_000)}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 text-sm">
      {figures.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-medium tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
