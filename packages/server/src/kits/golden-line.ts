/** One line of a golden set: an input and the values that a person holds to be right for it. */
import { z } from 'zod';
import type { Kit } from './normalise-kit.ts';
import { valueRange } from './value-range.ts';

const goldenLine = z.object({
  external_id: z.string().max(255).optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export type GoldenLine = z.infer<typeof goldenLine>;

export type ParsedGoldenLine = { line: GoldenLine } | { fault: string };

/** Reads a line and holds its expectations against the kit: an impossible one would count against every engine. */
export function parseGoldenLine(kit: Kit, text: string): ParsedGoldenLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'is not JSON' };
  }
  const parsed = goldenLine.safeParse(value);
  if (!parsed.success) return { fault: 'needs `input` and `expected` as objects' };
  for (const [key, expected] of Object.entries(parsed.data.expected)) {
    const fault = expectationFault(kit, key, expected);
    if (fault !== undefined) return { fault: `expected.${key} ${fault}` };
  }
  return { line: parsed.data };
}

function expectationFault(kit: Kit, key: string, expected: string | number | boolean): string | undefined {
  const brick = kit.bricks.find((candidate) => candidate.key === key);
  if (brick === undefined) return 'is no brick of the kit';
  switch (brick.type) {
    case 'boolean':
      return typeof expected === 'boolean' ? undefined : 'must be true or false';
    case 'text':
      return typeof expected === 'string' ? undefined : 'must be a string';
    case 'categorical':
      return brick.categories.some(({ value }) => value === expected) ? undefined : 'must be one of the categories';
    case 'numeric': {
      const { min = -Infinity, max = Infinity } = valueRange(brick);
      const fits = typeof expected === 'number' && expected >= min && expected <= max;
      return fits ? undefined : 'must be a number in the range of the brick';
    }
  }
}
