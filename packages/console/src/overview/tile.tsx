import type { ReactNode } from 'react';

/** A figure with its context; `children` is what stands below it. */
export function Tile({ name, value, children }: { name: ReactNode; value: ReactNode; children?: ReactNode }) {
  return (
    <section className="min-w-0 break-inside-avoid rounded-xl border border-line bg-surface p-4 shadow-panel">
      <h2 className="text-[13px] font-normal text-muted">{name}</h2>
      <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
      <div className="mt-1 space-y-1 text-[13px] text-muted">{children}</div>
    </section>
  );
}

export const FIGURE_LINK = 'rounded underline decoration-line-strong underline-offset-4 hover:decoration-current';
export const TEXT_LINK = 'rounded text-accent underline underline-offset-2';
