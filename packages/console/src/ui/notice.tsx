import type { ReactNode } from 'react';

type Tone = 'ok' | 'warn' | 'bad' | 'info';

const TONES: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
};

/** Said aloud by screen readers as it appears. */
export function Notice({ tone, className = '', children }: { tone: Tone; className?: string; children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-lg px-3.5 py-2.5 text-sm ${TONES[tone]} ${className}`}
    >
      {children}
    </div>
  );
}
