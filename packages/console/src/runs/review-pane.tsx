/** Reviewing a run, with the keyboard alone if one likes: a verdict for each brick, then all of them at once. */
import type { BrickSchema, NewReview, Review, Verdict } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitVersion } from '../api/kits.ts';
import type { Run } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { useKept } from '../session/use-kept.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { KeyHint, Keys } from '../ui/keys.tsx';
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
  const document_ = useKitVersion(run.kit_id, run.kit_version).data?.document;
  const questions = useMemo(() => questionsOf(document_), [document_]);
  const bricks = Object.entries(run.output?.bricks ?? {});
  const keys = bricks.map(([key]) => key);
  const before = useMemo(() => draftOf(run.reviews, me.actor.id), [run.reviews, me.actor.id]);
  const [draft, setDraft] = useKept<Draft>(`review.${run.run_id}`, before);
  const appeals = useRead((api) => api.appeals.page({ run_id: run.run_id, status: 'open', limit: 100 })).data?.data;
  const save = useChange((api, reviews: readonly NewReview[]) => api.reviews.add(run.run_id, reviews));
  const way = useWayOn(queue, calibration);

  const current = chosen?.key ?? keys[0];
  const answer = current === undefined ? undefined : run.output?.bricks[current];
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
    if (current === undefined || answer === undefined) return;
    // After "wrong" one stays, to pick the right value.
    set(current, decide(verdict, answer.value, draft[current]), verdict !== 'wrong');
  };
  const pickNth = (index: number) => () => {
    const schema = current === undefined ? undefined : schemas.get(current);
    const choice = choicesOf(schema)[index];
    if (current === undefined || choice === undefined || answer === undefined) return;
    // A list may need several digits.
    set(current, choose(schema, answer.value, choice.value, draft[current]), schema?.many !== true);
  };
  const submit = async () => {
    const reviews = toReviews(draft);
    if (reviews.length === 0 || save.isPending || way.isPending) return;
    await save.mutateAsync(reviews);
    await way.goOn();
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
  const error = save.error ?? way.error;
  return (
    <div>
      <Keys keys={KEYS} className="border-b border-line px-4 py-2.5 sm:px-5" />
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
            others={calibration === undefined ? othersOf(run, key, me.actor.id) : NO_REVIEWS}
            isBlind={queue !== undefined || calibration !== undefined}
            appeal={appeals?.find((each) => each.brick === key)}
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
        <SaveButton
          hasNext={queue !== undefined || calibration !== undefined}
          disabled={decided === 0}
          isBusy={save.isPending || way.isPending}
          onClick={() => void submit().catch(() => {})}
        />
        {queue !== undefined && (
          <Button kind="quiet" onClick={() => void way.skip().catch(() => {})}>
            Return to queue
          </Button>
        )}
        <span role="status" className="text-sm text-muted">
          {decided} of {bricks.length} answers{save.isSuccess && queue === undefined ? ' · saved' : ''}
        </span>
      </div>
      {error !== null && <Fault error={error} />}
    </div>
  );
}

function SaveButton({ hasNext, ...rest }: { hasNext: boolean; disabled: boolean; isBusy: boolean; onClick(): void }) {
  return (
    <Button kind="primary" {...rest}>
      {hasNext ? 'Save and next call' : 'Save'}
      <KeyHint>Enter</KeyHint>
    </Button>
  );
}

function Fault({ error }: { error: Error }) {
  return (
    <Notice tone="bad" className="m-4">
      {describeError(error)}
    </Notice>
  );
}

/** What other people say about an answer now. */
function othersOf(run: Run, key: string, me: string): readonly Review[] {
  return (run.reviews ?? []).filter(
    ({ brick, reviewer, superseded }) => brick === key && reviewer !== me && !superseded,
  );
}

/** To the next run of the queue or the session, once this one is reviewed or handed back. */
function useWayOn(queue: FromQueue | undefined, calibration: string | undefined) {
  const navigate = useNavigate();
  useLease(queue?.item);
  const next = useChange((api, kitId: string) => api.reviewQueue.next(kitId));
  const nextCall = useChange(async (api, sessionId: string) =>
    (await api.calibrations.get(sessionId)).runs.find(({ done }) => !done),
  );
  const giveBack = useChange((api, itemId: string) => api.reviewQueue.giveBack(itemId));
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
  const skip = async () => {
    if (queue?.item !== undefined) await giveBack.mutateAsync(queue.item);
    await navigate({ to: '/review', search: {} });
  };
  return { goOn, skip, isPending: next.isPending, error: next.error ?? nextCall.error ?? giveBack.error };
}

/** Keeps the item while its page is open. */
function useLease(item: string | undefined): void {
  const { mutate } = useAsk((api, itemId: string) => api.reviewQueue.renew(itemId));
  useEffect(() => {
    if (item === undefined) return;
    const timer = setInterval(() => mutate(item), RENEW_MS);
    return () => clearInterval(timer);
  }, [item, mutate]);
}

/** Those of the verdicts stand on their buttons. */
const KEYS = [
  ['j k', 'next and previous answer'],
  ['1–9', 'right value'],
  ['v', 'write it'],
  ['m', 'note'],
] as const;

function questionsOf(document: unknown): ReadonlyMap<string, Question> {
  const { bricks } = (document ?? {}) as { bricks?: ({ key: string } & Question)[] };
  return new Map((bricks ?? []).map((brick) => [brick.key, brick]));
}
