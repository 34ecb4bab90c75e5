/** The rule of an alert as a form, with what it finds in current figures beside it. */

import type { AlertRule, BrickSchema } from '@brickwork/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitSchema, useKits } from '../api/kits.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { conditionsOf, whereOf } from '../runs/runs-search.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { formatShare } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type AlertDraft, aggregatesOf, fitted, isShare, QUANTILES, toRule, valuesOf } from './alert-draft.ts';
import { StateTag } from './alert-item.tsx';
import { describeFinding } from './alert-words.ts';

interface AlertFormProps {
  name: string;
  initial: AlertDraft;
  head?: ReactNode;
  onSaved?(): void;
}

const NO_BRICKS: readonly BrickSchema[] = [];

/** A rule has one condition of each name: a second one replaces the first. */
const onePerName = (where: string | undefined) => whereOf([...new Map(conditionsOf(where))]);

export function AlertForm({ name, initial, head, onSaved }: AlertFormProps) {
  const kits = useKits().data;
  const [edited, setDraft] = useState(initial);
  const kit = kits?.find(({ kit_code }) => kit_code === edited.kit) ?? kits?.[0];
  const bricks = useKitSchema(kit?.kit_id).data?.bricks ?? NO_BRICKS;
  const save = useChange((api, { name, rule }: { name: string; rule: AlertRule }) => api.alerts.put(name, rule));
  if (kits === undefined) return <Rows label="Loading kits" />;
  if (kit === undefined)
    return (
      <EmptyState title="There are no kits yet">An alert watches the answers of a kit: create one first.</EmptyState>
    );
  const draft = fitted({ ...edited, kit: kit.kit_code }, bricks);
  const brick = bricks.find(({ key }) => key === draft.brick);
  const rule = toRule(draft, brick);
  const change = (part: Partial<AlertDraft>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, rule }, { onSuccess: () => onSaved?.() });
  };
  return (
    <form onSubmit={submit} className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="space-y-5">
        <Panel title="Figure to watch">
          <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
            {head !== undefined && <div className="sm:col-span-2">{head}</div>}
            <ChoiceField
              label="Kit"
              value={draft.kit}
              options={kits.map(({ kit_code, name: shown }) => [kit_code, shown] as const)}
              onChange={(code) => change({ kit: code, where: undefined })}
            />
            <ChoiceField
              label="Brick"
              value={draft.brick}
              options={bricks.map(({ key, name: shown }) => [key, shown] as const)}
              onChange={(key) => change({ brick: key })}
            />
            <ChoiceField
              label="Figure"
              value={draft.aggregate}
              options={aggregatesOf(brick)}
              onChange={(aggregate) => change({ aggregate })}
            />
            {draft.aggregate === 'share' && (
              <ChoiceField
                label="Answer"
                value={draft.value}
                options={valuesOf(brick)}
                onChange={(value) => change({ value })}
              />
            )}
            {draft.aggregate === 'quantile' && (
              <ChoiceField
                label="Which quantile"
                value={draft.quantile}
                options={QUANTILES.map((each) => [String(each), each === 0.5 ? 'median' : formatShare(each)] as const)}
                onChange={(quantile) => change({ quantile })}
              />
            )}
            <ChoiceField
              label="Which answers"
              value={draft.as}
              options={[
                ['given', 'As given'],
                ['reviewed', 'As corrected by reviewers'],
              ]}
              onChange={(as) => change({ as })}
            />
            <fieldset className="min-w-0 sm:col-span-2">
              <legend className="mb-1.5 text-sm font-medium">Only these calls</legend>
              <WhereChips
                where={draft.where}
                onWhere={(where) => change({ where: onePerName(where) })}
                bricks={bricks}
                isOfRule
              />
              <p className="-mt-2 text-[13px] text-muted">Without filters: all calls of the kit.</p>
            </fieldset>
          </div>
        </Panel>
        <Threshold draft={draft} onChange={change} />
      </div>
      <div className="space-y-4 xl:sticky xl:top-6">
        <Check rule={rule} isComplete={draft.threshold !== '' && draft.brick !== ''} />
        {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
        {save.isSuccess && <Notice tone="ok">Saved. It is first checked within a minute.</Notice>}
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save the alert
        </Button>
      </div>
    </form>
  );
}

function Threshold({ draft, onChange }: { draft: AlertDraft; onChange(part: Partial<AlertDraft>): void }) {
  const unit = isShare(draft.aggregate) ? ' (percent)' : '';
  return (
    <Panel title="When it is raised">
      <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
        <ChoiceField
          label="The figure is"
          value={draft.side}
          options={[
            ['above', 'above the threshold'],
            ['below', 'below the threshold'],
          ]}
          onChange={(side) => onChange({ side })}
        />
        <TextField
          label={`Threshold${unit}`}
          type="number"
          isRequired
          value={draft.threshold}
          onChange={(threshold) => onChange({ threshold })}
        />
        <TextField
          label="In the last"
          type="number"
          min={1}
          max={draft.unit === 'h' ? 48 : 90}
          step={1}
          isRequired
          value={draft.count}
          onChange={(count) => onChange({ count })}
        />
        <ChoiceField
          label="Hours or days"
          value={draft.unit}
          options={[
            ['h', 'hours, 48 at most'],
            ['d', 'days (UTC), up to 90'],
          ]}
          onChange={(unit) => onChange({ unit })}
        />
        <TextField
          label="Minimum number of calls"
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          value={draft.minRuns}
          onChange={(minRuns) => onChange({ minRuns })}
          note="With fewer calls in the window, the alert keeps its state. If empty: 30."
        />
        <TextField
          label={`Margin before it is resolved${unit}`}
          type="number"
          min={0}
          value={draft.hysteresis}
          onChange={(hysteresis) => onChange({ hysteresis })}
          note="How far the figure must come back past the threshold (hysteresis), so an alert near it does not flap. If empty: 0."
        />
      </div>
    </Panel>
  );
}

function Check({ rule, isComplete }: { rule: AlertRule; isComplete: boolean }) {
  const check = useAsk((api, rule: AlertRule) => api.alerts.check(rule));
  const isOf = check.variables !== undefined && JSON.stringify(check.variables) === JSON.stringify(rule);
  const found = isOf ? check.data : undefined;
  return (
    <Panel title="With current figures">
      <div className="space-y-3 p-4 text-sm sm:p-5">
        <div aria-live="polite">
          {found !== undefined ? (
            <p className="flex flex-wrap items-center gap-2">
              <StateTag state={found.state} />
              <span>{describeFinding(rule, found)}</span>
            </p>
          ) : (
            <p className="text-soft">See what the rule finds now, before you save it. This stores nothing.</p>
          )}
        </div>
        {isOf && check.error !== null && <Notice tone="bad">{describeError(check.error)}</Notice>}
        <Button isBusy={check.isPending} disabled={!isComplete} onClick={() => check.mutate(rule)}>
          Check
        </Button>
      </div>
    </Panel>
  );
}
