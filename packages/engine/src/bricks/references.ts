/** Which other bricks a brick's answer depends on: those of its `applies_when`, and the items of a score. */
import type { BrickDocument, BrickTest, Condition } from '@brickwork/contract/kit';

/** Every test on a single brick inside a condition. */
export function testsOf({ brick, is, at_least, at_most, all = [], any = [], not }: Condition): BrickTest[] {
  const nested = [...all, ...any, ...(not === undefined ? [] : [not])].flatMap(testsOf);
  return brick === undefined ? nested : [{ brick, is, at_least, at_most }, ...nested];
}

export function referencesOf(brick: BrickDocument): string[] {
  const conditions = brick.applies_when === undefined ? [] : testsOf(brick.applies_when);
  const score = brick.type === 'numeric' ? brick.score : undefined;
  const tests = [...conditions, ...(score?.items ?? []), ...(score?.fail_if ?? [])];
  return [...new Set(tests.map((test) => test.brick))];
}
