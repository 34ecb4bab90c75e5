/** Reviewing a run, with the keyboard alone if one likes: a verdict for each brick, then all of them at once. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useNextCall } from '../api/calibrations.ts';
import { describeError } from '../api/describe-error.ts';
import { type BrickSchema, useKitVersion } from '../api/kits.ts';
import { type Review, useGiveBack, useNextItem, useRenewItem, useReviewRun, type Verdict } from '../api/reviews.ts';
import type { Run } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { useKept } from '../session/use-kept.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Chosen } from './conversation-pane.tsx';
import { CorrectionPreview } from './correction-preview.tsx';
import { type Question, ReviewBrick } from './review-brick.tsx';
import { choicesOf, choose, type Decision, type Draft, decide, draftOf, toReviews } from './review-draft.ts';

/** Where the run came from: the queue of a kit, and the item that is held. */
export interface FromQueue {
  kit: string;
  item: string | undefined;
}

interface ReviewPaneProps {
  run: Run;
  schemas: ReadonlyMap<string, BrickSchema>;
  chosen: Chosen | undefined;
  onChoose(chosen: Chosen | undefined): void;
  queue: FromQueue | undefined;
  /** A session in which nobody sees what the others say. */
  calibration: string | undefined;
}

const NO_REVIEWS: readonly Review[] = [];

/** A lease lasts 15 minutes. */
const RENEW_MS = 5 * 60_000;

export function ReviewPane({ run, schemas, chosen, onChoose, queue, calibration }: ReviewPaneProps) {
  const { me } = useSession();
  const navigate = useNavigate();
  const document_ = useKitVersion(run.kit_id, run.kit_version).data?.document;
  const questions = useMemo(() => questionsOf(document_), [document_]);
  const bricks = Object.entries(run.output?.bricks ?? {});
  const keys = bricks.map(([key]) => key);
  const before = useMemo(() => draftOf(run.reviews, me.actor.id), [run.reviews, me.actor.id]);
  const [draft, setDraft] = useKept<Draft>(`review.${run.run_id}`, before);
  const save = useReviewRun(run.run_id);
  const next = useNextItem();
  const nextCall = useNextCall();
  const giveBack = useGiveBack();
  useLease(queue?.item);

  const current = chosen?.key ?? keys[0];
  const show = (key: string) => {
    onChoose({ key, evidence: 0 });
    document.getElementById(`review-${key}`)?.scrollIntoView({ block: 'nearest' });
  };
  const set = (key: string, decision: Decision, isDone: boolean) => {
    setDraft({ ...draft, [key]: decision });
    const following = keys[keys.indexOf(key) + 1];
    if (isDone && following !== undefined) show(following);
    else show(key);
  };
  const say = (verdict: Verdict) => () => {
    if (current === undefined) return;
    // After "wrong" one stays, to pick the right value.
    set(current, decide(verdict, draft[current]), verdict !== 'wrong');
  };
  const pickNth = (index: number) => () => {
    const schema = current === undefined ? undefined : schemas.get(current);
    const choice = choicesOf(schema)[index];
    const answer = current === undefined ? undefined : run.output?.bricks[current];
    if (current === undefined || choice === undefined || answer === undefined) return;
    // A list may need several digits.
    set(current, choose(schema, answer.value, choice.value, draft[current]), schema?.many !== true);
  };
  const goOnWithSession = async (calibrationId: string) => {
    const call = await nextCall.mutateAsync(calibrationId);
    if (call === undefined) await navigate({ to: '/calibrations/$calibrationId', params: { calibrationId } });
    else await navigate({ to: '/runs/$runId', params: { runId: call.run_id }, search: { calibration: calibrationId } });
  };
  const goOn = async () => {
    if (calibration !== undefined) return goOnWithSession(calibration);
    if (queue === undefined) return;
    const { item } = await next.mutateAsync(queue.kit);
    if (item === undefined) await navigate({ to: '/review', search: { done: queue.kit } });
    else
      await navigate({
        to: '/runs/$runId',
        params: { runId: item.run_id },
        search: { queue: queue.kit, item: item.item_id },
      });
  };
  const submit = async () => {
    const reviews = toReviews(draft);
    if (reviews.length === 0 || save.isPending || next.isPending) return;
    await save.mutateAsync(reviews);
    await goOn();
  };
  const skip = async () => {
    if (queue?.item !== undefined) await giveBack.mutateAsync(queue.item);
    await navigate({ to: '/review', search: {} });
  };
  const focus = (what: 'note' | 'value') => () => {
    if (current !== undefined) document.getElementById(`${what}-${current}`)?.focus();
  };
  useHotkeys({
    y: say('correct'),
    x: say('wrong'),
    a: say('not_applicable'),
    u: say('unsure'),
    m: focus('note'),
    v: focus('value'),
    Enter: () => void submit().catch(() => {}),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), pickNth(index)])),
  });

  const decided = toReviews(draft).length;
  const error = save.error ?? next.error ?? nextCall.error ?? giveBack.error;
  return (
    <div>
      <p className="border-b border-line px-4 py-2.5 text-[13px] text-muted sm:px-5">
        <Key>j</Key> <Key>k</Key> brick · <Key>y</Key> right · <Key>x</Key> wrong · <Key>1</Key>–<Key>9</Key> right
        value · <Key>v</Key> value · <Key>a</Key> does not apply · <Key>u</Key> unsure · <Key>m</Key> note ·{' '}
        <Key>Enter</Key> save
        {queue !== undefined && ' and next run'}
      </p>
      <ul className="divide-y divide-line" aria-label="Answers to review">
        {bricks.map(([key, brick]) => (
          <ReviewBrick
            key={key}
            brickKey={key}
            brick={brick}
            schema={schemas.get(key)}
            question={questions.get(key)}
            isCurrent={key === current}
            decision={draft[key]}
            others={
              calibration !== undefined
                ? NO_REVIEWS
                : (run.reviews ?? []).filter(
                    ({ brick: of, reviewer, superseded }) => of === key && reviewer !== me.actor.id && !superseded,
                  )
            }
            onChoose={() => show(key)}
            onDecide={(decision) => setDraft({ ...draft, [key]: decision })}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 sm:px-5">
        {/* It rests on what the others say, too. */}
        {calibration === undefined && (
          <CorrectionPreview runId={run.run_id} reviews={toReviews(draft)} schemas={schemas} />
        )}
        <Button
          kind="primary"
          disabled={decided === 0}
          isBusy={save.isPending || next.isPending}
          onClick={() => void submit().catch(() => {})}
        >
          {queue === undefined && calibration === undefined ? 'Save' : 'Save and next run'}
        </Button>
        {queue !== undefined && (
          <Button kind="quiet" onClick={() => void skip().catch(() => {})}>
            Hand back
          </Button>
        )}
        <span role="status" className="text-sm text-muted">
          {decided} of {bricks.length} answers{save.isSuccess && queue === undefined ? ' · saved' : ''}
        </span>
      </div>
      {error !== null && (
        <Notice tone="bad" className="m-4">
          {describeError(error)}
        </Notice>
      )}
    </div>
  );
}

/** Keeps the item while its page is open. */
function useLease(item: string | undefined): void {
  const { mutate } = useRenewItem();
  useEffect(() => {
    if (item === undefined) return;
    const timer = setInterval(() => mutate(item), RENEW_MS);
    return () => clearInterval(timer);
  }, [item, mutate]);
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line-strong px-1 font-mono text-xs text-soft">{children}</kbd>;
}

function questionsOf(document: unknown): ReadonlyMap<string, Question> {
  const { bricks } = (document ?? {}) as { bricks?: ({ key: string } & Question)[] };
  return new Map((bricks ?? []).map((brick) => [brick.key, brick]));
}
