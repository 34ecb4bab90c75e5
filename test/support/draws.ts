/**
 * How many values a property test draws: all of them in `npm run test:system`, a tenth in `npm test`. `TEST_DRAWS=<a factor>` draws more
 * or fewer.
 */
export const draws = (all: number): number => Math.ceil(all * Number(process.env.TEST_DRAWS ?? 0.1));

/** As many of a list: the same ones in every run, and others for another `turn`. */
export function drawn<Item>(all: readonly Item[], turn: number): Item[] {
  const every = Math.max(1, Math.round(all.length / Math.max(1, draws(all.length))));
  return all.filter((_, index) => (index + turn) % every === 0);
}
