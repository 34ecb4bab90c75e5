/** The part of Markdown that descriptions use: code and paragraphs. */
import { Fragment } from 'react';

const PARTS = /(`[^`]+`)/;

export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`space-y-2 ${className}`}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

export function Inline({ text }: { text: string }) {
  let at = 0;
  return text.split(PARTS).map((part) => {
    at += part.length + 1;
    if (part.startsWith('`')) return <Code key={at}>{part.slice(1, -1)}</Code>;
    return <Fragment key={at}>{part}</Fragment>;
  });
}

export function Code({ children }: { children: string }) {
  return (
    <code className="rounded bg-sunken px-1 py-px font-mono text-[0.87em] text-ink [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

const METHOD_COLOURS: Readonly<Record<string, string>> = {
  GET: 'text-info',
  POST: 'text-ok',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
};

export function Method({ method, className = '' }: { method: string; className?: string }) {
  return (
    <span className={`font-mono text-[11px] font-semibold ${METHOD_COLOURS[method] ?? 'text-muted'} ${className}`}>
      {method}
    </span>
  );
}
