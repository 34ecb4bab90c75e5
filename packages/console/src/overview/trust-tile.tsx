/** Whether the figures can be trusted: what reviewers found, in plain words. */
import type { BrickInsights } from '@brickwork/client';
import { trustIn } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import type { Scope } from '../insights/scope.ts';
import { formatNumber } from '../ui/format.ts';
import { FIGURE_LINK, TEXT_LINK, Tile } from './tile.tsx';

export function TrustTile({ scope, bricks }: { scope: Scope; bricks: readonly BrickInsights[] }) {
  const { least, most, reviewed, estimated } = trustIn(bricks);
  const kitId = scope.kit.kit_id;
  if (reviewed === 0)
    return (
      <Tile name="Can this be trusted?" value={<span className="block text-base leading-snug">Not reviewed yet</span>}>
        <NextReview scope={scope} />
      </Tile>
    );
  if (least === undefined || most === undefined)
    return (
      <Tile name="Can this be trusted?" value={<span className="block text-base leading-snug">Too early to say</span>}>
        <p>{`${formatNumber(reviewed)} answers reviewed, too few of them drawn at random.`}</p>
        <NextReview scope={scope} />
      </Tile>
    );
  const range = least.right === most.right ? `${least.right}` : `${least.right} – ${most.right}`;
  return (
    <Tile
      name="Right, by reviewers"
      value={
        <>
          <Link to="/kits/$kitId" params={{ kitId }} search={{ tab: 'quality' }} className={FIGURE_LINK}>
            {range}
          </Link>{' '}
          <span className="text-base font-normal text-muted">of 100 answers</span>
        </>
      }
    >
      <p>{`Lowest: ${least.name}, ${least.right} (${least.low} – ${least.high})`}</p>
      <p>{`${formatNumber(reviewed)} answers to ${estimated} ${estimated === 1 ? 'question' : 'questions'} reviewed`}</p>
      <NextReview scope={scope} />
    </Tile>
  );
}

/** What waits, or the calls to begin with. */
function NextReview({ scope }: { scope: Scope }) {
  const mayReview = useMay('reviews:write');
  const queue = useRead((api) => api.reviewQueue.get(scope.kit.kit_id), { refetchInterval: 10_000 }).data;
  if (!mayReview || queue === undefined) return null;
  return (
    <p className="print:hidden">
      {queue.open > 0 ? (
        <Link to="/review" className={TEXT_LINK}>
          {`Review the ${formatNumber(queue.open)} waiting`}
        </Link>
      ) : queue.policy === undefined ? (
        <>
          <Link to="/review" className={TEXT_LINK}>
            Draw calls at random
          </Link>
          {' or '}
          <Link to="/runs" search={scope.calls({ where: [['reviewed', 'false']] })} className={TEXT_LINK}>
            review some now
          </Link>
        </>
      ) : (
        'Nothing is waiting for review.'
      )}
    </p>
  );
}
