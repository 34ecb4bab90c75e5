import type { Backfill } from '@brickwork/client';
import { useCallsWord } from '../api/use-calls-word.ts';
import { formatCredits, formatNumber } from '../ui/format.ts';
import { Tag } from '../ui/status-badge.tsx';

const TONES = { running: 'accent', succeeded: 'ok', capped: 'warn', cancelled: 'plain', failed: 'bad' } as const;
const NAMES = {
  running: 'running',
  succeeded: 'done',
  capped: 'stopped at its limit',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

export function BackfillStatus({ status }: Pick<Backfill, 'status'>) {
  return <Tag tone={TONES[status]}>{NAMES[status]}</Tag>;
}

export function describeCredits({ credits, max_credits }: Pick<Backfill, 'credits' | 'max_credits'>): string {
  return `${formatCredits(credits)}${max_credits === undefined ? '' : ` of at most ${formatCredits(max_credits)}`} credits`;
}

export function BackfillProgress({
  done,
  total,
  className = '',
}: Pick<Backfill, 'done' | 'total'> & { className?: string }) {
  const { many } = useCallsWord();
  return (
    <span className={`flex items-center gap-3 ${className}`}>
      <progress value={done} max={Math.max(1, total)} aria-label="Progress" className="h-2 min-w-0 flex-1" />
      <span className="text-[13px] whitespace-nowrap text-muted tabular-nums">
        {`${formatNumber(done)} of ${formatNumber(total)} ${many}`}
      </span>
    </span>
  );
}
