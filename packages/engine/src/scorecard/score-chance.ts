/**
 * How likely a score is within one step of the one that perfect answers would give. Each item is right with its own confidence, independently
 * of the others. When it is wrong, it earns nothing or everything: the other of the two if it earned one of them, either with the same
 * chance otherwise. An item that abstained earns either with the same chance. The distribution of the true sum is computed exactly, item by item.
 */
export interface ItemSpread {
  points: number;
  earned: number;
  confidence: number;
  /** False for an item that abstained: it is not part of the reported score, but of the true one. */
  isKnown: boolean;
}

export interface ScoreSpread {
  value: number;
  outOf: number;
  step: number;
  items: readonly ItemSpread[];
  /** For each `fail_if`, how likely it holds. */
  failChances: readonly number[];
}

/** Sums are kept in thousandths of a point, so that no binary fraction splits one sum into two. */
const UNIT = 1_000;
/** Beyond this many different sums, close ones are merged: only many items with odd fractions get there. */
const MAX_SUMS = 5_000;

export function chanceWithinStep({ value, outOf, step, items, failChances }: ScoreSpread): number {
  const passes = failChances.reduce((all, chance) => all * (1 - chance), 1);
  const zeroIsClose = value <= step + TOLERANCE ? 1 : 0;
  const possible = items.reduce((sum, { points }) => sum + points, 0);
  if (possible === 0) return (1 - passes) * zeroIsClose;
  let close = 0;
  for (const [sum, chance] of sumsOf(items)) {
    const score = (sum / UNIT / possible) * outOf;
    // The reported score was rounded to the step, so the true one is compared after the same rounding.
    const rounded = Math.round(score / step) * step;
    if (Math.abs(rounded - value) <= step + TOLERANCE) close += chance;
  }
  return Math.min(1, passes * close + (1 - passes) * zeroIsClose);
}

const TOLERANCE = 1e-9;

function sumsOf(items: readonly ItemSpread[]): Map<number, number> {
  let sums = new Map([[0, 1]]);
  const total = items.reduce((sum, { points }) => sum + points * UNIT, 0);
  for (const item of items) {
    const next = new Map<number, number>();
    for (const [earned, chance] of outcomesOf(item)) {
      if (chance === 0) continue;
      for (const [sum, before] of sums) {
        const key = Math.round(sum + earned * UNIT);
        next.set(key, (next.get(key) ?? 0) + before * chance);
      }
    }
    sums = next.size > MAX_SUMS ? merge(next, total / MAX_SUMS) : next;
  }
  return sums;
}

function outcomesOf({ points, earned, confidence, isKnown }: ItemSpread): [earned: number, chance: number][] {
  if (!isKnown)
    return [
      [0, 0.5],
      [points, 0.5],
    ];
  const wrong = 1 - confidence;
  if (earned <= TOLERANCE)
    return [
      [0, confidence],
      [points, wrong],
    ];
  if (earned >= points - TOLERANCE)
    return [
      [points, confidence],
      [0, wrong],
    ];
  return [
    [earned, confidence],
    [0, wrong / 2],
    [points, wrong / 2],
  ];
}

function merge(sums: ReadonlyMap<number, number>, width: number): Map<number, number> {
  const merged = new Map<number, number>();
  for (const [sum, chance] of sums) {
    const key = Math.round(Math.round(sum / width) * width);
    merged.set(key, (merged.get(key) ?? 0) + chance);
  }
  return merged;
}
