/** Why a version was not published. Of a gate that it does not pass: where its figures are, and for some a way past it. */
import { ApiError } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface PublishFaultProps {
  kitId: string;
  error: unknown;
  isBusy: boolean;
  onForce(): void;
  className?: string;
}

export function PublishFault({ kitId, error, isBusy, onForce, className = '' }: PublishFaultProps) {
  const mayForce = useMay('kits:force');
  if (!(error instanceof ApiError) || error.code !== 'gate_failed')
    return (
      <Notice tone="bad" className={className}>
        {describeError(error)}
      </Notice>
    );
  return (
    <Notice tone="bad" className={className}>
      <p>
        This version does not pass the gate of its kit: it was not evaluated on the golden set that the gate names, or
        its figures are too low. Evaluate it there, or improve it.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <Link to="/kits/$kitId" params={{ kitId }} search={{ tab: 'evaluations' }} className="underline">
          Go to evaluations
        </Link>
        {mayForce && (
          <Button isSmall isBusy={isBusy} onClick={onForce}>
            Publish anyway
          </Button>
        )}
      </p>
    </Notice>
  );
}
