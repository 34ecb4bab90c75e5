import type { RunStatus } from '@brickwork/client';

const LOOKS: Readonly<Record<RunStatus, { className: string; sign: string; title: string }>> = {
  processing: { className: 'bg-info-soft text-info', sign: '◔', title: 'Accepted, waiting for a worker' },
  queued: { className: 'bg-warn-soft text-warn', sign: '◷', title: 'Waiting: the run shows why' },
  running: { className: 'bg-info-soft text-info', sign: '●', title: 'A worker is evaluating it' },
  succeeded: { className: 'bg-ok-soft text-ok', sign: '✓', title: 'Done' },
  failed: { className: 'bg-bad-soft text-bad', sign: '✕', title: 'Failed' },
  cancelled: { className: 'bg-sunken text-soft', sign: '–', title: 'Cancelled' },
};

export function StatusBadge({ status }: { status: RunStatus }) {
  const { className, sign, title } = LOOKS[status];
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[13px] font-medium ${className}`}
    >
      <span aria-hidden="true" className={status === 'running' ? 'pulse animate-pulse' : ''}>
        {sign}
      </span>
      {status}
    </span>
  );
}

export function Tag({
  children,
  tone = 'plain',
}: {
  children: string;
  tone?: 'plain' | 'ok' | 'warn' | 'bad' | 'accent';
}) {
  return (
    <span className={`inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium ${TAG_TONES[tone]}`}>
      {children}
    </span>
  );
}

const TAG_TONES = {
  plain: 'bg-sunken text-soft',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const;
