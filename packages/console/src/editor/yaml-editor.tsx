/**
 * An editor for kit files: a real text area, so that typing, undo, spell and screen readers work as everywhere, over a layer
 * that colours the text and shows faults on their lines. CodeMirror does the same for 124 KB more, half of the bundle's budget.
 */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Completions, completeYaml } from './complete-yaml.ts';
import { CompletionList } from './completion-list.tsx';
import { highlightYaml, type Part } from './highlight-yaml.ts';
import type { JsonSchema } from './json-schema.ts';
import type { LineFault } from './read-yaml.ts';

interface YamlEditorProps {
  label: string;
  value: string;
  onChange(value: string): void;
  schema: JsonSchema | undefined;
  faults: readonly LineFault[];
}

/** Colour only: bold or italic letters may be wider, and the caret would be misplaced. */
const KIND_LOOKS: Readonly<Record<Part['kind'], string>> = {
  key: 'text-accent',
  text: 'text-ok',
  literal: 'text-info',
  comment: 'text-muted',
  mark: 'text-muted',
  plain: '',
};

export function YamlEditor({ label, value, onChange, schema, faults }: YamlEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Completions>();
  const [active, setActive] = useState(0);
  const id = useId();
  const byLine = useMemo(() => groupByLine(faults), [faults]);
  const lines = useMemo(() => highlightYaml(value.split('\n')), [value]);
  const close = () => setOpen(undefined);
  // The browser scrolled to the caret before the layer below grew by the new line, and perhaps inside of the text area.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the text.
  useLayoutEffect(() => showCaret(area.current, frame.current), [value]);

  const suggest = (text: string, isAsked: boolean) => {
    const caret = area.current?.selectionStart ?? 0;
    const found = schema === undefined ? undefined : completeYaml(text, caret, schema);
    const isWord = found !== undefined && caret > found.from;
    setOpen(found !== undefined && found.options.length > 0 && (isAsked || isWord) ? found : undefined);
    setActive(0);
  };
  const accept = (index: number) => {
    const option = open?.options[index];
    if (option === undefined || open === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(open.from, area.current.selectionStart);
    insert(option.insert);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      suggest(value, true);
    } else if (open !== undefined && event.key in STEPS) {
      event.preventDefault();
      const count = open.options.length;
      setActive((active + (STEPS[event.key] ?? 0) + count) % count);
    } else if (open !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      accept(active);
    } else if (open !== undefined && event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      insert(`\n${indentFor(value, area.current?.selectionStart ?? 0)}`);
    }
  };

  return (
    <div
      ref={frame}
      className="relative max-h-[32rem] min-h-64 overflow-auto font-mono text-[13px] leading-5"
      dir="ltr"
    >
      <div className="grid min-h-64 w-max min-w-full grid-cols-[auto_1fr]">
        <Gutter count={lines.length} byLine={byLine} />
        <div className="relative">
          <pre aria-hidden="true" className="pointer-events-none min-h-64 py-2 pr-6 pl-2 whitespace-pre">
            {lines.map((parts, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
              <EditorLine key={`${index + 1}`} parts={parts} faults={byLine.get(index + 1)} />
            ))}
          </pre>
          <textarea
            ref={area}
            aria-label={label}
            aria-invalid={faults.length > 0}
            aria-autocomplete="list"
            aria-controls={open === undefined ? undefined : id}
            aria-activedescendant={open === undefined ? undefined : `${id}-${active}`}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              suggest(event.target.value, false);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
            onClick={close}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            className="absolute inset-0 resize-none overflow-hidden bg-transparent py-2 pr-6 pl-2 whitespace-pre text-transparent caret-ink outline-offset-[-2px] selection:bg-accent-soft"
          />
          {open !== undefined && (
            <CompletionList
              id={id}
              options={open.options}
              active={active}
              at={placeOf(value, open.from)}
              onAccept={accept}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Text and layer lie on each other, and the line of the caret is in view. */
function showCaret(area: HTMLTextAreaElement | null, frame: HTMLDivElement | null): void {
  if (area === null || frame === null || document.activeElement !== area) return;
  area.scrollTop = 0;
  area.scrollLeft = 0;
  const { lineHeight, paddingTop } = getComputedStyle(area);
  const height = Number.parseFloat(lineHeight);
  const top = Number.parseFloat(paddingTop) + (placeOf(area.value, area.selectionStart).line - 1) * height;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + 2 * height > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = top + 2 * height - frame.clientHeight;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Through the browser's own editing, so that undo knows about it. */
function insert(text: string): void {
  document.execCommand('insertText', false, text);
}

/** As the line before, two more after a key that opens a group. */
function indentFor(text: string, caret: number): string {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const [lead = ''] = /^\s*(?:- +)*/.exec(line) ?? [];
  const own = ' '.repeat(lead.length);
  return /:\s*$/.test(line) ? `${own}  ` : own;
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)?.length ?? 0 };
}

function groupByLine(faults: readonly LineFault[]): ReadonlyMap<number, string> {
  const byLine = new Map<number, string>();
  for (const { line, message } of faults) {
    const before = byLine.get(line);
    byLine.set(line, before === undefined ? message : `${before}; ${message}`);
  }
  return byLine;
}

function Gutter({ count, byLine }: { count: number; byLine: ReadonlyMap<number, string> }) {
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-10 border-r border-line bg-surface py-2 pr-2 pl-3 text-right text-muted select-none"
    >
      {Array.from({ length: count }, (_, index) => index + 1).map((line) => (
        <div key={line} className={byLine.has(line) ? 'font-semibold text-bad' : ''} title={byLine.get(line)}>
          {byLine.has(line) ? '● ' : ''}
          {line}
        </div>
      ))}
    </div>
  );
}

function EditorLine({ parts, faults }: { parts: readonly Part[]; faults: string | undefined }) {
  return (
    <div className={`min-h-5 ${faults === undefined ? '' : 'bg-bad-soft'}`}>
      {parts.map(({ text, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no name but their place.
        <span key={`${index + 1}`} className={KIND_LOOKS[kind]}>
          {text}
        </span>
      ))}
      {faults !== undefined && <span className="pl-6 font-sans text-xs text-bad">{faults}</span>}
    </div>
  );
}
