import type { LabelPair } from './macro-f1.ts';

/**
 * Agreement beyond chance: (observed - chance) / (1 - chance), chance from how often each side names each class.
 * Undefined if both always name the same single class: then agreement by chance is already complete.
 */
export function cohenKappa(pairs: readonly LabelPair[]): number | undefined {
  const total = pairs.length;
  const labels = new Set(pairs.flatMap(({ expected, value }) => [expected, value]));
  const observed = pairs.filter(({ expected, value }) => expected === value).length / total;
  let chance = 0;
  for (const label of labels) {
    const expected = pairs.filter((pair) => pair.expected === label).length / total;
    const answered = pairs.filter((pair) => pair.value === label).length / total;
    chance += expected * answered;
  }
  return total === 0 || chance === 1 ? undefined : (observed - chance) / (1 - chance);
}
