import type { ReactNode } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';

export function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-xl border border-line bg-surface shadow-panel">
      <div className="flex min-h-10 items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 className="text-[13px] font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function Sample({ text, label }: { text: string; label: string }) {
  return (
    <div className="p-2 [&>section]:max-h-96">
      <CodeBlock label={label}>{text}</CodeBlock>
    </div>
  );
}
