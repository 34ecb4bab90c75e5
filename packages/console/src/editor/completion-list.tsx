import { useEffect, useRef } from 'react';
import type { Completion } from './complete-yaml.ts';

interface CompletionListProps {
  id: string;
  options: readonly Completion[];
  active: number;
  at: { line: number; column: number };
  onAccept(index: number): void;
}

/** Hangs below the word that is being typed: columns and lines are characters of the same monospaced font. */
export function CompletionList({ id, options, active, at, onAccept }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for a clean-up.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute z-20 max-h-56 w-80 overflow-y-auto rounded-lg border border-line-strong bg-surface py-1 shadow-panel"
      style={{ top: `calc(${at.line} * 1.25rem + 0.6rem)`, left: `calc(${at.column} * 1ch + 0.5rem)` }}
    >
      {options.map(({ label, description }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and has the keys.
        <div
          key={label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(index)}
          className="cursor-pointer px-3 py-1 aria-selected:bg-accent-soft"
        >
          <div>{label}</div>
          {description !== '' && <div className="truncate font-sans text-xs text-muted">{description}</div>}
        </div>
      ))}
    </div>
  );
}
