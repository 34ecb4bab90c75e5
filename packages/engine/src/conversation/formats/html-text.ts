/** The words of an HTML body, as help desks store messages: without tags, with line breaks where blocks end. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

export function htmlText(html: string): string {
  if (!/<[a-z!/]|&[a-z#]/i.test(html)) return html;
  return withoutUnseen(html)
    .replace(/<br\s{0,3}\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote)>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&(#?[a-z0-9]{1,8});/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? decoded(name) ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const UNSEEN = /<(style|script|title)\b|<!--/gi;

/** Without styles, scripts and comments. A text is searched once for each end mark: an unclosed opening ends the search for its kind. */
function withoutUnseen(html: string): string {
  const kept: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { index, 1: tag } of html.matchAll(UNSEEN)) {
    const end = tag === undefined ? '-->' : `</${tag.toLowerCase()}`;
    if (index < from || unclosed.has(end)) continue;
    const close = endOf(html, end, index);
    if (close < 0) unclosed.add(end);
    else {
      kept.push(html.slice(from, index));
      from = close;
    }
  }
  kept.push(html.slice(from));
  return kept.join('');
}

function endOf(html: string, end: string, from: number): number {
  const pattern = new RegExp(end, 'gi');
  pattern.lastIndex = from;
  const found = pattern.exec(html);
  if (found === null || end === '-->') return found === null ? -1 : pattern.lastIndex;
  const close = html.indexOf('>', pattern.lastIndex);
  return close < 0 ? html.length : close + 1;
}

function decoded(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 31 && code < 0x110000 ? String.fromCodePoint(code) : undefined;
}
