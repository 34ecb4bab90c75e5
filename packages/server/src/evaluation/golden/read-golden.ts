/** A golden set: JSON lines, each an input and the answers that a person holds to be right for it. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ServiceError } from '../../core/service-error.ts';

const goldenLine = z.object({
  external_id: z.string().max(255).optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export type GoldenLine = z.infer<typeof goldenLine> & { line: number };

/** Reads the set whole, or says which line is wrong: half a set would give figures that look like a whole one's. */
export async function readGolden(path: string, keys: ReadonlySet<string>): Promise<GoldenLine[]> {
  const lines: GoldenLine[] = [];
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (text.trim() !== '') lines.push({ ...parseLine(text, line, keys), line });
  }
  if (lines.length === 0) throw fault('the golden set has no line');
  return lines;
}

function parseLine(text: string, line: number, keys: ReadonlySet<string>): z.infer<typeof goldenLine> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw fault(`golden line ${line} is not JSON`);
  }
  const parsed = goldenLine.safeParse(value);
  if (!parsed.success) throw fault(`golden line ${line} needs \`input\` and \`expected\` as objects`);
  const stray = Object.keys(parsed.data.expected).find((key) => !keys.has(key));
  if (stray !== undefined) throw fault(`golden line ${line}: expected.${stray} is no brick of the kit`);
  return parsed.data;
}

function fault(detail: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail });
}
