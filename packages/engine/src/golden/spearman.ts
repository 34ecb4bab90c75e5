/** Rank correlation; ties share their mean rank. Undefined if one side never varies. */
export function spearman(pairs: ReadonlyArray<readonly [number, number]>): number | undefined {
  const left = ranks(pairs.map(([value]) => value));
  const right = ranks(pairs.map(([, value]) => value));
  const mean = (pairs.length + 1) / 2;
  let covariance = 0;
  let leftVariance = 0;
  let rightVariance = 0;
  for (const [index, rank] of left.entries()) {
    const a = rank - mean;
    const b = (right[index] ?? mean) - mean;
    covariance += a * b;
    leftVariance += a * a;
    rightVariance += b * b;
  }
  const spread = Math.sqrt(leftVariance * rightVariance);
  return spread === 0 ? undefined : covariance / spread;
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const result = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let until = from + 1;
    while (until < order.length && order[until]?.value === order[from]?.value) until += 1;
    for (const { index } of order.slice(from, until)) result[index] = (from + 1 + until) / 2;
    from = until;
  }
  return result;
}
