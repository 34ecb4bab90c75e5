/** A golden set: JSON lines, each an input and the answers that a person considers right. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ServiceError } from '../core/service-error.ts';
import { type GoldenLine, parseGoldenLine } from '../kits/golden-line.ts';
import type { Kit } from '../kits/normalise-kit.ts';

export type NumberedLine = GoldenLine & { line: number };

/** Reads the whole set, or reports the faulty line: half a set would give figures that look complete. */
export async function readGolden(kit: Kit, path: string): Promise<NumberedLine[]> {
  const lines: NumberedLine[] = [];
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    if (text.trim() === '') continue;
    const parsed = parseGoldenLine(kit, line === 1 ? text.replace(/^\uFEFF/, '') : text);
    if ('fault' in parsed) throw refusal(`${path}:${line}: ${parsed.fault}`);
    lines.push({ ...parsed.line, line });
  }
  if (lines.length === 0) throw refusal(`${path} has no lines.`);
  return lines;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new ServiceError('invalid_parameter', { detail: `${path} cannot be read.`, cause: error });
  }
}

function refusal(detail: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail });
}
