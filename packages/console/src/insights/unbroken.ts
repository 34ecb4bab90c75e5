type LinePoint = { x: number; y: number } | undefined;

/** The stretches of a line between gaps: what was not measured is not drawn. */
export function unbroken(line: readonly LinePoint[]): string[] {
  const stretches: string[][] = [[]];
  for (const point of line) {
    if (point === undefined) stretches.push([]);
    else stretches.at(-1)?.push(`${point.x},${point.y}`);
  }
  return stretches.filter(({ length }) => length > 0).map((stretch) => stretch.join(' '));
}
