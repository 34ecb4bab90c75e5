/** Pictures for slides: a chart with its title, or a table drawn as one, in the colours of the page. */
import { csvCell } from '@brickwork/client';

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly (string | number | undefined)[])[];
}

export interface Picture {
  text: string;
  width: number;
  height: number;
}

export function csvOf({ columns, rows }: Table): string {
  return [...(columns.length === 0 ? [] : [columns]), ...rows]
    .map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`)
    .join('');
}

const MARGIN = 24;
const LINE = 26;
const LETTER = 7.4;
const LONGEST = 48;
const FONT = 'font-family="system-ui, sans-serif"';
/** What a picture outside of the page needs of its styles. */
const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight'] as const;

/** Classes mean nothing outside of the page: what they say is written into the copy. */
export function chartSvg(chart: SVGSVGElement, title: string, about: string): Picture {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [...chart.querySelectorAll<SVGElement>('*')];
  [...copy.querySelectorAll<SVGElement>('*')].forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of KEPT) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'href', 'tabindex']) element.removeAttribute(name);
  });
  const { width, height } = chart.viewBox.baseVal;
  return framed(`<g ${FONT}>${copy.innerHTML}</g>`, { width, height }, title, about);
}

export function tableSvg({ columns, rows }: Table, title: string, about: string): Picture {
  const texts = [columns, ...rows].map((row) => row.map((cell) => shortened(String(cell ?? ''))));
  const widths = (texts.toSorted((a, b) => b.length - a.length)[0] ?? []).map(
    (_, index) => Math.max(...texts.map((row) => (row[index] ?? '').length)) * LETTER + 24,
  );
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const width = widths.reduce((sum, each) => sum + each, 0);
  const drawn = texts.map((row, line) => {
    const y = line * LINE + 18;
    const look = line === 0 ? `fill="${colour('--ink-muted')}" font-weight="600"` : `fill="${colour('--ink')}"`;
    const cells = row.map((cell, index) => `<text x="${lefts[index]}" y="${y}" ${look}>${escaped(cell)}</text>`);
    return `${cells.join('')}<line x1="0" x2="${width}" y1="${y + 8}" y2="${y + 8}" stroke="${colour('--line')}"/>`;
  });
  const size = { width, height: texts.length * LINE + 4 };
  return framed(`<g ${FONT} font-size="14">${drawn.join('')}</g>`, size, title, about);
}

function framed(content: string, size: { width: number; height: number }, title: string, about: string): Picture {
  const head = 54;
  const width = Math.ceil(Math.max(size.width, title.length * 10, about.length * LETTER) + 2 * MARGIN);
  const height = Math.ceil(size.height + head + 2 * MARGIN);
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="${colour('--surface')}"/>
<text x="${MARGIN}" y="${MARGIN + 14}" ${FONT} font-size="18" font-weight="600" fill="${colour('--ink')}">${escaped(title)}</text>
<text x="${MARGIN}" y="${MARGIN + 36}" ${FONT} font-size="13" fill="${colour('--ink-muted')}">${escaped(about)}</text>
<g transform="translate(${MARGIN} ${MARGIN + head})">${content}</g></svg>`;
  return { text, width, height };
}

/** Twice as large as on the page, for projectors. */
export async function pngOf({ text, width, height }: Picture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width * 2, height * 2];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (png === null) throw new Error('The picture is too large for this browser. Save it as SVG.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
