/** Days that the usage page can look back over, and their names. */
export const SPANS: readonly [number, string][] = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
];
