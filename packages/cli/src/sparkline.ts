const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A line of bars between the smallest and the largest value; a gap where there is none. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  return values
    .map((value) => {
      if (value === undefined) return ' ';
      return BARS[range === 0 ? 3 : Math.round(((value - low) / range) * (BARS.length - 1))] ?? ' ';
    })
    .join('');
}
