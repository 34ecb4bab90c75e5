import { type ReactNode, useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Brickwork`;
  }, [title]);
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-1 border-b border-line-strong pb-1.5 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
