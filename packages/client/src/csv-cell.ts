/** Spreadsheets skip leading white space, and read the full-width signs of East Asian keyboards as formulas, too. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@|＝＋－＠﹢﹣﹦−]/u;

/**
 * One value as a cell of a CSV file: quoted where needed. Text that a spreadsheet would run as a formula (a leading = + - @ or the like) gets an
 * apostrophe in front.
 *
 *     csvCell('a,b')       // "a,b" in quotes
 *     csvCell('=SUM(A1)')  // '=SUM(A1)
 */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
