/** The stems worth a weight: those that lean to one class, most telling first; ties by the alphabet. */
import { LEARNING } from '../weights/learning.ts';
import type { LearnFeatures } from './read-features.ts';

export function chooseStems(
  examples: ReadonlyArray<{ features: LearnFeatures; label: number }>,
  classes: number,
): Map<string, number> {
  const counts = new Map<string, Float64Array>();
  for (const { features, label } of examples) {
    for (const stem of features.stems.keys()) {
      let row = counts.get(stem);
      if (row === undefined) {
        row = new Float64Array(classes);
        counts.set(stem, row);
      }
      row[label] = (row[label] ?? 0) + 1;
    }
  }
  const scored: Array<{ stem: string; lean: number }> = [];
  for (const [stem, row] of counts) {
    const total = row.reduce((sum, value) => sum + value, 0);
    const most = row.reduce((best, value) => Math.max(best, value), 0);
    if (total >= LEARNING.leastUses) scored.push({ stem, lean: ((most - total / classes) * most) / total });
  }
  scored.sort((left, right) => right.lean - left.lean || (left.stem < right.stem ? -1 : 1));
  const size = Math.min(
    LEARNING.mostStems,
    Math.max(LEARNING.fewestStems, Math.floor(LEARNING.largestMatrix / classes)),
  );
  return new Map(scored.slice(0, size).map(({ stem }, index) => [stem, index]));
}
