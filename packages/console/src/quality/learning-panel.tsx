/** What reviews taught the bricks of a kit: learn, see before and after, make it live, take it back. */
import type { BrickLearning, BrickQuality, BrickSchema, KitVersion, Learning } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitVersions } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { PublishFault } from '../evaluations/publish-fault.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatAgo, formatNumber, formatShare } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { NotLoaded } from '../ui/states.tsx';
import { QueueLeastSure } from './queue-least-sure.tsx';

interface LearningPanelProps {
  kitId: string;
  schemas: readonly BrickSchema[];
  /** Those with reviewed answers. */
  bricks: readonly BrickQuality[];
  nameOf(key: string): string;
}

export function LearningPanel({ kitId, schemas, bricks, nameOf }: LearningPanelProps) {
  const taught = bricks.filter(({ learned }) => learned !== undefined).length;
  const mayWrite = useMay('kits:write');
  const mayReview = useMay('reviews:write');
  const {
    data: learnings = [],
    error,
    refetch,
  } = useRead((api) => api.learnings.list(kitId), { refetchInterval: whileRunning });
  const versions = useKitVersions(kitId).data ?? [];
  const [newest] = learnings;
  const isRunning = newest?.status === 'running';
  if (!mayWrite && !mayReview && newest === undefined && taught === 0) return null;
  return (
    <section aria-label="Learning from reviews" className="space-y-3 rounded-lg border border-line p-4 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">Learning from reviews</h3>
        <span className="ml-auto flex gap-2">
          {mayWrite && taught > 0 && <Undo kitId={kitId} taught={taught} />}
          {mayWrite && !isRunning && <Learn kitId={kitId} />}
        </span>
      </div>
      {error !== null ? (
        <NotLoaded what="What was learned" error={error} onRetry={refetch} />
      ) : newest === undefined ? (
        <p className="text-muted">
          The local engine learns your questions from corrected answers. A brick uses what it learned only if that is
          right more often, and you decide when it goes live.
        </p>
      ) : (
        <Newest kitId={kitId} learning={newest} versions={versions} nameOf={nameOf} />
      )}
      <QueueLeastSure kitId={kitId} schemas={schemas} bricks={bricks} />
    </section>
  );
}

function Learn({ kitId }: { kitId: string }) {
  const start = useChange((api) => api.learnings.start(kitId));
  const ready = useRead((api) => api.learnings.estimate(kitId)).data?.bricks.filter(
    ({ status }) => status === 'ready',
  ).length;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {start.error !== null && <Notice tone="bad">{describeError(start.error)}</Notice>}
      {ready === 0 && (
        <span className="text-muted">No brick has ten reviewed answers yet, with at least two different values.</span>
      )}
      <Button kind="primary" isBusy={start.isPending} disabled={ready === 0} onClick={() => start.mutate()}>
        {ready === undefined || ready === 0
          ? 'Learn from reviews'
          : `Learn from reviews (${formatNumber(ready)} ${ready === 1 ? 'brick' : 'bricks'})`}
      </Button>
    </span>
  );
}

function Undo({ kitId, taught }: { kitId: string; taught: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const unlearn = useChange((api) => api.learnings.undo(kitId));
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Undo learning…</Button>
      {isAsking && (
        <ConfirmDialog
          title="Undo what was learned?"
          confirm="Undo it"
          isBusy={unlearn.isPending}
          onConfirm={() => unlearn.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            In new runs, {taught === 1 ? 'one brick answers' : `${formatNumber(taught)} bricks answer`} as originally
            written. Past runs keep their answers, and you can learn again at any time.
          </p>
          {unlearn.error !== null && (
            <Notice tone="bad" className="mt-3">
              {describeError(unlearn.error)}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface NewestProps {
  kitId: string;
  learning: Learning;
  versions: readonly KitVersion[];
  nameOf(key: string): string;
}

function Newest({ kitId, learning, versions, nameOf }: NewestProps) {
  const { learning_id: id, status, done, total, created_at, error, bricks, set } = learning;
  const cancel = useChange((api, learningId: string) => api.learnings.cancel(learningId));
  const mayWrite = useMay('kits:write');
  if (status === 'running')
    return (
      <p className="flex items-center gap-3">
        <progress value={done} max={total} aria-label={`${done} of ${total} conversations`} className="w-40" />
        Reading {formatNumber(done)} of {formatNumber(total)} conversations
        {mayWrite && (
          <Button isSmall kind="quiet" onClick={() => cancel.mutate(id)}>
            Cancel
          </Button>
        )}
      </p>
    );
  if (status !== 'succeeded')
    return (
      <p className="text-muted">
        The last learning run, started {formatAgo(created_at)}: {status}. {error}
      </p>
    );
  return (
    <>
      <p className="text-muted">
        {formatAgo(created_at)}, from {formatNumber(total)}{' '}
        {set === undefined ? 'reviewed conversations' : `conversations of the golden set ${set}`}. The figures are
        measured by cross-validation, and are slightly optimistic: check them on new calls.
      </p>
      <ul aria-label="What bricks learned" className="grid gap-x-6 gap-y-1 tabular-nums sm:grid-cols-2">
        {bricks
          .filter((brick) => brick.status !== 'no_classes')
          .map((brick) => (
            <li key={brick.key} className="flex gap-3">
              <span className="min-w-0 flex-1 truncate font-medium" title={nameOf(brick.key)}>
                {nameOf(brick.key)}
              </span>
              <span className={brick.status === 'learned' ? '' : 'text-muted'}>
                {outcomeText(brick, set === undefined ? 'reviews' : 'labels')}
              </span>
            </li>
          ))}
      </ul>
      <Draft kitId={kitId} learning={learning} versions={versions} />
    </>
  );
}

const changeOf = (before: number | undefined, after: number | undefined) =>
  `${before === undefined ? '–' : formatShare(before)} → ${after === undefined ? '–' : formatShare(after)}`;

function outcomeText({ status, labels, before, after, kept }: BrickLearning, source: 'reviews' | 'labels'): string {
  const keeps = kept ? ', keeps what it learned before' : '';
  switch (status) {
    case 'learned':
      return `${formatNumber(labels)} ${source}: ${changeOf(before, after)}`;
    case 'not_better':
      return `${formatNumber(labels)} ${source}: not clearly better (${changeOf(before, after)})`;
    case 'one_answer_only':
      return `all ${formatNumber(labels)} ${source} give the same answer${keeps}`;
    default:
      return `${formatNumber(labels)} of 10 ${source}${keeps}`;
  }
}

/** Publishing is offered only where the version that was taught is still live: what was edited since would be lost. */
function Draft({
  kitId,
  learning: { learned, kit_version_id: base },
  versions,
}: Pick<NewestProps, 'kitId' | 'learning' | 'versions'>) {
  const publish = useChange((api, chosen: { kit_version_id: string; force?: true }) => api.kits.publish(kitId, chosen));
  const mayWrite = useMay('kits:write');
  if (learned === undefined) return <p>Nothing changed: no brick improved clearly.</p>;
  const live = versions.find((version) => version.live);
  if (live !== undefined && live.kit_version_id !== base) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      Version {learned.version} contains what was learned, but is not live yet.
      {mayWrite && (
        <Button isBusy={publish.isPending} onClick={() => publish.mutate({ kit_version_id: learned.kit_version_id })}>
          Publish version {learned.version}
        </Button>
      )}
      {publish.error !== null && (
        <PublishFault
          kitId={kitId}
          error={publish.error}
          isBusy={publish.isPending}
          onForce={() => publish.mutate({ kit_version_id: learned.kit_version_id, force: true })}
        />
      )}
    </div>
  );
}
