import { ScrollArea } from './scroll-area.tsx';

export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <ScrollArea label={label} className="rounded-lg border border-line bg-sunken p-3">
      <pre dir="ltr" className="font-mono text-xs leading-relaxed">
        {children}
      </pre>
    </ScrollArea>
  );
}
