interface LearnedLine {
  key: string;
  labels: number;
  before?: number;
  after?: number;
}

/** "resolved  learned from 34 reviews: .74 → .86" */
export function learnedLine({ key, labels, before, after }: LearnedLine, source: 'labels' | 'reviews'): string {
  return `${key}  learned from ${labels} ${source}${figuresOf(before, after)}`;
}

/** ": .74 → .86", where it is known. */
export function figuresOf(before: number | undefined, after: number | undefined): string {
  const share = (value: number) => value.toFixed(2).replace(/^0/, '');
  return before === undefined || after === undefined ? '' : `: ${share(before)} → ${share(after)}`;
}
