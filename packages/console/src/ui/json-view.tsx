import { useMemo } from 'react';
import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

const MOST_SHOWN = 200_000;

/** As received; very long answers are cut on the page but complete in the clipboard. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value]);
  return (
    <div>
      <div className="flex justify-end px-4 pt-3">
        <CopyButton text={text} label="Copy JSON" />
      </div>
      <ScrollArea label={label} className="max-h-[70dvh] px-4 py-3">
        <pre dir="ltr" className="font-mono text-xs leading-relaxed">
          {text.length > MOST_SHOWN
            ? `${text.slice(0, MOST_SHOWN)}\n… ${text.length - MOST_SHOWN} more characters`
            : text}
        </pre>
      </ScrollArea>
    </div>
  );
}
