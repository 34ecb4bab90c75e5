import type { GoldenLine } from '@brickwork/client';
import { readLines } from '../batch/read-lines.ts';
import { UsageError } from '../usage-error.ts';

/** The lines of a golden set; whether their values are possible is for the server to say, which knows the kit. */
export async function readGoldenFile(file: string): Promise<GoldenLine[]> {
  const lines: GoldenLine[] = [];
  let number = 0;
  for await (const text of readLines(file)) {
    number += 1;
    if (text.trim() === '') continue;
    try {
      lines.push(JSON.parse(text) as GoldenLine);
    } catch {
      throw new UsageError(`Line ${number} is not JSON. Nothing was sent.`);
    }
  }
  return lines;
}
