/** Two texts line by line: what is the same, what went, what came. The longest common run of lines decides. */
export interface DiffLine {
  text: string;
  kind: 'same' | 'gone' | 'new';
}

/** Beyond this many pairs of lines, the whole middle is shown as removed and added. */
const MOST_PAIRS = 4_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return [
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

const same = (text: string): DiffLine => ({ text, kind: 'same' });
const gone = (text: string): DiffLine => ({ text, kind: 'gone' });
const fresh = (text: string): DiffLine => ({ text, kind: 'new' });

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MOST_PAIRS) return [...a.map(gone), ...b.map(fresh)];
  const width = b.length + 1;
  // lengths[i * width + j]: the longest common subsequence of a from i on and b from j on.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      lines.push(same(left));
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(gone(left));
      i += 1;
    } else if (right !== undefined) {
      lines.push(fresh(right));
      j += 1;
    }
  }
  return lines;
}
