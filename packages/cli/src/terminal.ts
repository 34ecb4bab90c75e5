/** What commands print: results on stdout, everything else on stderr, one JSON document with --json. */
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
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

export function print(text: string): void {
  process.stdout.write(`${harmless(text)}\n`);
}

/** Everything that is not a result: errors, progress, hints. */
export function tell(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/**
 * Whatever a server or a conversation says, a terminal gets no control characters but line breaks, tabs and our own styles: others could
 * move the cursor, rewrite what was printed, or type commands.
 */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  return text.replace(/\u001b\[[\d;]{0,12}m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (found) =>
    found.length > 1 ? found : '',
  );
}

/** Colours on a terminal only; NO_COLOR is respected. */
export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}

/** Columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
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
