/** The range of a numeric brick as people name it (its anchors count), and values on its steps. */
import type { NumericBrick } from '@brickwork/contract/kit';

const UNNAMED = { min: 0, max: 1 };
/** Two decimals if the brick has no step. */
const DEFAULT_STEP = 0.01;

export function rangeOf(brick: NumericBrick): { min: number; max: number } {
  const marks = Object.keys(brick.anchors ?? {})
    .map(Number)
    .filter((mark) => Number.isFinite(mark));
  const min = brick.min ?? (marks.length > 0 ? Math.min(...marks) : UNNAMED.min);
  const max = brick.max ?? (marks.length > 0 ? Math.max(...marks) : Math.max(UNNAMED.max, min + 1));
  return { min, max: Math.max(min, max) };
}

/** The nearest step inside the range. */
export function toStep(brick: NumericBrick, value: number): number {
  const { min, max } = rangeOf(brick);
  const step = brick.step ?? DEFAULT_STEP;
  const most = Math.floor((max - min) / step + 1e-9);
  const held = min + Math.min(most, Math.max(0, Math.round((value - min) / step))) * step;
  return Number(held.toFixed(6));
}
