import type { KitSummary as Kit } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** In the place of figures, where the kit that is chosen is a draft. */
export function DraftKit({ kit }: { kit: Kit }) {
  return (
    <EmptyState
      title={`${kit.name} is not published yet`}
      action={
        <Link to="/kits/$kitId" params={{ kitId: kit.kit_id }} className={buttonClass('primary')}>
          Open the kit
        </Link>
      }
    >
      Its figures appear here once it is published and has evaluated calls.
    </EmptyState>
  );
}
