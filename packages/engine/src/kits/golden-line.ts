/** One line of a golden set: an input and the values that a person considers right. */
import { type BrickValue, brickValue } from '@brickwork/contract/kit';
import { z } from 'zod';
import { canExpectNull } from '../bricks/applicability.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { Kit } from './normalise-kit.ts';

const goldenLine = z.object({
  external_id: z.string().max(255).optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), brickValue),
});

export type GoldenLine = z.infer<typeof goldenLine>;

export type ParsedGoldenLine = { line: GoldenLine } | { fault: string };

/** Reads a line and checks its expected values against the kit: an impossible value would count against every engine. */
export function parseGoldenLine(kit: Kit, text: string): ParsedGoldenLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'is not JSON' };
  }
  const parsed = goldenLine.safeParse(value);
  if (!parsed.success) return { fault: 'needs `input` and `expected` as objects' };
  const fault = goldenLineFault(kit, parsed.data.expected);
  return fault === undefined ? { line: parsed.data } : { fault };
}

/** The first expected value that the kit cannot give. */
export function goldenLineFault(kit: Kit, expected: Readonly<Record<string, BrickValue>>): string | undefined {
  for (const [key, value] of Object.entries(expected)) {
    const fault = expectationFault(kit, key, value);
    if (fault !== undefined) return `expected.${key} ${fault}`;
  }
  return undefined;
}

function expectationFault(kit: Kit, key: string, expected: BrickValue): string | undefined {
  const brick = kit.bricks.find((candidate) => candidate.key === key);
  if (brick === undefined) return 'is not a brick of the kit';
  if (expected !== null) return brickType(brick).valueFault(brick, expected);
  return canExpectNull(kit.bricks, brick) ? undefined : 'must not be null: the brick always has a value';
}
