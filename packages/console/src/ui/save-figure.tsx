/** A figure for a slide or a sheet: as a picture (PNG, SVG) and as a table (CSV). */
import { type RefObject, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';
import { chartSvg, csvOf, pngOf, type Table, tableSvg } from './slide.ts';

interface SaveFigureProps {
  /** Of the picture, and of the file. */
  title: string;
  /** Below the title: days, kit, team. */
  about?: string;
  /** Looked at when it is saved, where it is a function. */
  table: Table | (() => Table);
  /** Holds the chart; without one the picture is the table. */
  chart?: RefObject<HTMLElement | null>;
}

export function SaveFigure({ title, about = '', table, chart }: SaveFigureProps) {
  const [failed, setFailed] = useState<string>();
  const shown = () => (typeof table === 'function' ? table() : table);
  const drawn = () => {
    const svg = chart?.current?.querySelector('svg');
    return svg ? chartSvg(svg, title, about) : tableSvg(shown(), title, about);
  };
  const save = async (kind: 'png' | 'svg' | 'csv') => {
    setFailed(undefined);
    try {
      const content = kind === 'csv' ? csvOf(shown()) : kind === 'svg' ? drawn().text : await pngOf(drawn());
      const type = { png: 'image/png', svg: 'image/svg+xml', csv: 'text/csv' }[kind];
      saveFile(new Blob([content], { type }), `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.${kind}`);
    } catch (error) {
      setFailed(describeError(error));
    }
  };
  return (
    <fieldset className="flex items-center gap-0.5 print:hidden">
      <legend className="sr-only">{`Save ${title}`}</legend>
      {(['png', 'svg', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          isSmall
          kind="quiet"
          title={`Save ${title} as ${kind.toUpperCase()}`}
          onClick={() => void save(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
      {failed !== undefined && <span className="text-[13px] text-bad">{failed}</span>}
    </fieldset>
  );
}
