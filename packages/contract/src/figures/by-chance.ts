/** How often a contrast is wrong, as measured by dividing calls at random (`bench/quality/contrast-chance.ts`); said wherever phrases are shown. */
export const PHRASES_BY_CHANCE =
  'About one phrase in twenty is chance. Between calls that do not differ, 93 to 100 of 100 comparisons find none.';
