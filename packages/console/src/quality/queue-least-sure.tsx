/** Puts into the review queue the calls whose answers are least sure, of the bricks with the fewest reviews: what they learn from is missing most there. */
import type { BrickQuality, BrickSchema } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';

interface QueueLeastSureProps {
  kitId: string;
  schemas: readonly BrickSchema[];
  bricks: readonly BrickQuality[];
}

/** From so many reviewed answers on, more of them teach little. */
const ENOUGH = 40;
const BRICKS_AT_ONCE = 5;
const CALLS_PER_BRICK = 3;

export function QueueLeastSure({ kitId, schemas, bricks }: QueueLeastSureProps) {
  const mayReview = useMay('reviews:write');
  const keys = leastReviewed(schemas, bricks);
  const queue = useChange(async (api) => {
    const { kit_code } = await api.kits.schema(kitId);
    const filter = { kit_code, status: 'succeeded', type: 'api', reviewed: false } as const;
    const pages = await Promise.all(
      keys.map((key) => api.runs.page({ ...filter, sort: `confidence.${key}`, limit: CALLS_PER_BRICK })),
    );
    const found = pages.flatMap(({ data }) => data).filter(({ erased_at }) => erased_at === undefined);
    const runIds = [...new Set(found.map(({ run_id }) => run_id))];
    return runIds.length === 0 ? 0 : (await api.reviewQueue.add(kitId, runIds)).added;
  });
  if (!mayReview || keys.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button
        isBusy={queue.isPending}
        title="Unreviewed calls, those with the least sure answers first. They do not count towards the accuracy estimate."
        onClick={() => queue.mutate()}
      >
        Queue the least sure calls
      </Button>
      {queue.error !== null && <Notice tone="bad">{describeError(queue.error)}</Notice>}
      {queue.data === 0 && <span className="text-muted">Every call is already reviewed or in the queue.</span>}
      {queue.data !== undefined && queue.data > 0 && (
        <span>
          {queue.data === 1 ? 'One call is waiting' : `${formatNumber(queue.data)} calls are waiting`} under{' '}
          <Link to="/review" search={{}} className="underline">
            Review
          </Link>
          .
        </span>
      )}
    </p>
  );
}

/** Yes/no and categorical bricks learn; those with the fewest reviewed answers first. */
function leastReviewed(schemas: readonly BrickSchema[], bricks: readonly BrickQuality[]): string[] {
  const reviewed = new Map(bricks.map(({ brick, reviewed: count }) => [brick, count]));
  const countOf = (key: string) => reviewed.get(key) ?? 0;
  return schemas
    .filter(({ type, key }) => (type === 'boolean' || type === 'categorical') && countOf(key) < ENOUGH)
    .map(({ key }) => key)
    .sort((left, right) => countOf(left) - countOf(right))
    .slice(0, BRICKS_AT_ONCE);
}
