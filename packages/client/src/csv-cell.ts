/** Spreadsheets skip leading white space and separators, and read the full-width signs of East Asian keyboards as formulas, too. */
const FORMULA = /^[\t\r\n]|^[\s;,]*[=+\-@|＝＋－＠﹢﹣﹦−]/u;
/** What a terminal obeys: escape sequences, bells, backspaces. Tabs and line ends stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * One value as a cell of a CSV file: quoted where needed, also for programs that separate by semicolons or tabs. Text that a spreadsheet would run as
 * a formula (a leading = + - @ or the like) gets an apostrophe in front; control characters are left out.
 *
 *     csvCell('a,b')       // "a,b" in quotes
 *     csvCell('=SUM(A1)')  // '=SUM(A1)
 */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(CONTROLS, '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
