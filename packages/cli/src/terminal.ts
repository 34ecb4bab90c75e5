/** What commands print: results on stdout, everything else on stderr, one JSON document with --json. */
import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';

/** JSON escapes most control characters by itself; those after 0x7e are escaped here. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escaped(JSON.stringify(value, null, 2))}\n`);
}

/** For streams: a document per line. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${escaped(JSON.stringify(value))}\n`);
}

function escaped(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function print(text: string): void {
  process.stdout.write(`${harmless(text)}\n`);
}

/** Everything that is not a result: errors, progress, hints. */
export function tell(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/** Written by `bold` and `dim`, and by nobody else: no text from outside can hold a number that was drawn at this start. */
const OWN = `\u0000${randomBytes(12).toString('hex')}`;
const STYLES = { bold: ['\u001b[1m', '\u001b[22m'], dim: ['\u001b[2m', '\u001b[22m'] } as const;
type Style = keyof typeof STYLES;

/** C1 controls, and what changes the direction of text: "drowssap" would read as "password". */
const ESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const HARMFUL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  /\u001b\[[\d;]{0,12}m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Whatever a server or a conversation says, a terminal gets no control characters but line breaks, tabs and our own styles: others could
 * move the cursor, rewrite or hide what was printed, turn its direction, or type commands.
 */
export function harmless(text: string): string {
  const [first = '', ...styled] = text.split(OWN);
  return (
    first.replace(HARMFUL, '') +
    styled.map((part) => (SEQUENCES[part[0] ?? ''] ?? '') + part.slice(1).replace(HARMFUL, '')).join('')
  );
}

const SEQUENCES: Readonly<Record<string, string>> = {
  b: STYLES.bold[0],
  B: STYLES.bold[1],
  d: STYLES.dim[0],
  D: STYLES.dim[1],
};

/** Colours on a terminal only; NO_COLOR is respected. */
function styled(style: Style, text: string): string {
  const isColoured = styleText(style, 'x', { stream: process.stdout }) !== 'x';
  const mark = style === 'bold' ? 'b' : 'd';
  return isColoured ? `${OWN}${mark}${text}${OWN}${mark.toUpperCase()}` : text;
}

export const bold = (text: string): string => styled('bold', text);

export const dim = (text: string): string => styled('dim', text);

/** How many characters of it a reader sees. */
function shownLength(text: string): number {
  const marks = text.split(OWN).length - 1;
  return text.length - marks * (OWN.length + 1);
}

/** Columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => shownLength(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - shownLength(cell)))
      .join('  ')
      .trimEnd();
  return [dim(line(header)), ...rows.map(line)].join('\n');
}

/** Text from conversations and servers, made harmless for a terminal: no control characters, one line. */
export function oneLine(text: string, width = Number.POSITIVE_INFINITY): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return plain.length <= width ? plain : `${plain.slice(0, width - 1)}…`;
}

/** Columns of the terminal; wide where there is none. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : 160;
}

const decoder = new TextDecoder();

/** Waits for standard output to take the chunk, so that a slow reader slows an export down. Files and pipes get the bytes as they are. */
export function writeOut(chunk: Uint8Array, output: NodeJS.WriteStream = process.stdout): Promise<void> {
  const shown = output.isTTY ? harmless(decoder.decode(chunk, { stream: true })) : chunk;
  return new Promise((resolve, reject) => output.write(shown, (error) => (error ? reject(error) : resolve())));
}
