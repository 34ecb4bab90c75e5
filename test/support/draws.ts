/**
 * How many values a property test draws: all of them in `npm run test:system`, a tenth in `npm test`. `TEST_DRAWS=<a factor>` draws more
 * or fewer.
 */
export const draws = (all: number): number => Math.ceil(all * Number(process.env.TEST_DRAWS ?? 0.1));
