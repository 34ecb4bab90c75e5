/** Heights of labels near those wanted, in their order, so that none covers another. */
interface Room {
  /** Between two labels. */
  least: number;
  from: number;
  to: number;
}

export function spreadLabels(wanted: readonly number[], { least, from, to }: Room): number[] {
  const order = wanted.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y);
  // Downwards first, then back up from the lower edge: what does not fit above is pushed below, and the reverse.
  let edge = from;
  for (const label of order) {
    label.y = Math.max(label.y, edge);
    edge = label.y + least;
  }
  edge = to;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, edge);
    edge = label.y - least;
  }
  const heights = wanted.map(() => 0);
  for (const { y, index } of order) heights[index] = y;
  return heights;
}
