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
  return html
    .replace(/<(style|script)\b[^>]{0,500}>[\s\S]{0,100000}?<\/\1>/gi, '')
    .replace(/<br\s{0,3}\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote)>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&(#?[a-z0-9]{1,8});/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? decoded(name) ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decoded(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 31 && code < 0x110000 ? String.fromCodePoint(code) : undefined;
}
