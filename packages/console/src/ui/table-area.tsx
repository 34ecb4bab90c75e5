/** A table that scrolls, and that can be saved as it is shown: as a sheet, or as a picture for a slide. */
import { type ReactNode, useRef } from 'react';
import { SaveFigure } from './save-figure.tsx';
import { ScrollArea } from './scroll-area.tsx';
import type { Table } from './slide.ts';

interface TableAreaProps {
  /** Of the region, and of the file. */
  label: string;
  children: ReactNode;
}

export function TableArea({ label, children }: TableAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  return (
    <div ref={area}>
      <ScrollArea label={label}>{children}</ScrollArea>
      <div className="mt-1 flex justify-end px-2 pb-1">
        <SaveFigure title={label} table={() => tableIn(area.current?.querySelector('table'))} />
      </div>
    </div>
  );
}

/** Its cells as they read; what is only for the eye, such as bars, has no text. */
function tableIn(table: HTMLTableElement | null | undefined): Table {
  const textOf = (cell: HTMLElement) => (cell.innerText || (cell.textContent ?? '')).replaceAll(/\s+/g, ' ').trim();
  const rowsOf = (part: Iterable<HTMLTableRowElement>) => [...part].map((row) => [...row.cells].map(textOf));
  const all = rowsOf(table?.rows ?? []);
  const heads = rowsOf(table?.tHead?.rows ?? []).length;
  return { columns: heads === 0 ? [] : (all[heads - 1] ?? []), rows: all.slice(heads) };
}
