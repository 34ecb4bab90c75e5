import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFound() {
  return (
    <EmptyState
      title="Page not found"
      action={
        <Link to={'/docs' as string} className={buttonClass('primary')}>
          To the start of the reference
        </Link>
      }
    >
      The search on the left finds every operation by its name, path or fields.
    </EmptyState>
  );
}
