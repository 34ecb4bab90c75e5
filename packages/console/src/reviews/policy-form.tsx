/** Which runs of a kit people review: shares, rules, and how many a day that makes. Past calls can be drawn at the same time. */
import type {
  BrickSchema,
  KitSummary as Kit,
  ReviewDrawRequest,
  ReviewPolicyRequest,
  ReviewQueue,
} from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitSchema } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { dayBefore, startOfDay } from '../ui/days.ts';
import { Field, INPUT } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { MatchRules } from './match-rules.tsx';
import { draftOf, type PolicyDraft, policyOf } from './policy-draft.ts';

interface PolicyFormProps {
  kit: Kit;
  queue: ReviewQueue | undefined;
  onSaved(): void;
}

const NO_BRICKS: readonly BrickSchema[] = [];
const PREVIEWED_DAYS = 28;

export function PolicyForm({ kit: { kit_id }, queue, onSaved }: PolicyFormProps) {
  const timezone = useTimezone();
  const bricks = useKitSchema(kit_id).data?.bricks ?? NO_BRICKS;
  const save = useChange(
    async (api, { policy, past }: { policy: ReviewPolicyRequest; past: ReviewDrawRequest | undefined }) => {
      await api.reviewQueue.setPolicy(kit_id, policy);
      if (past !== undefined) await api.reviewQueue.draw(kit_id, past);
    },
  );
  const [draft, setDraft] = useState(() => draftOf(queue?.policy));
  const change = (part: Partial<PolicyDraft>) => setDraft({ ...draft, ...part });
  const policy = policyOf(draft, bricks);
  const startOf = (day: string) => new Date(startOfDay(Date.parse(`${day}T00:00:00Z`), timezone)).toISOString();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (policy === undefined) return;
    const past = draft.pastFrom === '' ? undefined : { filter: { occurred_after: startOf(draft.pastFrom) } };
    save.mutate({ policy, past }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} className="mt-4 space-y-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Random share, %"
          type="number"
          min={0}
          max={100}
          isRequired
          note="Good and bad alike. Without it, accuracy cannot be estimated."
          value={draft.random}
          onChange={(random) => change({ random })}
        />
        <TextField
          label="All below this confidence, %"
          type="number"
          min={0}
          max={100}
          note="Metrics, scores and answers that do not apply do not count. If empty: none."
          value={draft.below}
          onChange={(below) => change({ below })}
        />
        <TextField
          label="Second reviewer, %"
          type="number"
          min={0}
          max={100}
          isRequired
          note="Of the drawn calls. Shows how much people agree."
          value={draft.second}
          onChange={(second) => change({ second })}
        />
      </div>
      <MatchRules rules={draft.rules} bricks={bricks} onChange={(rules) => change({ rules })} />
      <Field
        label="Past calls since"
        note="When you save, the policy also draws from calls since this day. If empty, only from new calls."
      >
        {(id) => (
          <input
            id={id}
            type="date"
            max={dayBefore(0)}
            value={draft.pastFrom}
            onChange={(event) => change({ pastFrom: event.target.value })}
            className={INPUT}
          />
        )}
      </Field>
      <Preview kitId={kit_id} policy={policy} since={startOf(dayBefore(PREVIEWED_DAYS - 1))} />
      {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
      <Button kind="primary" type="submit" isBusy={save.isPending} disabled={policy === undefined}>
        Save policy
      </Button>
    </form>
  );
}

interface PreviewProps {
  kitId: string;
  policy: ReturnType<typeof policyOf>;
  since: string;
}

function Preview({ kitId, policy, since }: PreviewProps) {
  // Not at every keystroke: each look goes through up to 2,000 runs.
  const settled = useSettled(policy);
  const { data, error } = useRead(
    settled !== undefined &&
      ((api) => api.reviewQueue.previewDraw(kitId, { policy: settled, filter: { occurred_after: since } })),
    { keep: true },
  );
  if (policy === undefined) return <p className="text-sm text-muted">Shares are percentages from 0 to 100.</p>;
  if (error !== null) return <Notice tone="bad">{describeError(error)}</Notice>;
  if (data === undefined) return <p className="text-sm text-muted">Counting…</p>;
  if (data.runs === 0) return <p className="text-sm text-muted">No calls in the last four weeks to estimate from.</p>;
  const { random, low_confidence, match } = data.reasons;
  const why = [
    [random, 'at random'],
    [low_confidence, 'not sure'],
    [match, 'by a rule'],
  ] as const;
  return (
    <p role="status" className="text-sm">
      <strong>{`About ${formatNumber(data.per_day)} a day`}</strong>
      {`: ${formatNumber(data.drawn)} of ${data.complete ? 'the' : 'the newest'} ${formatNumber(data.runs)} calls of the last four weeks`}
      {data.drawn > 0 &&
        ` (${why.flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`])).join(', ')})`}
      {data.second > 0 && `, ${formatNumber(data.second)} of them for two people`}.
    </p>
  );
}
