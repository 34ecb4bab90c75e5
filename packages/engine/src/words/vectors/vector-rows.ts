/** Rows of int8 vectors in memory that threads can share, compared and added as unit vectors. */
export interface VectorRows {
  size: number;
  dimensions: number;
  /** Cosine of two rows. */
  similarity(left: number, right: number): number;
  /** Adds `factor` times the unit vector of `row` to `target`. */
  addTo(target: Float64Array, row: number, factor: number): void;
}

/** What a thread hands to another. */
export interface SharedRows {
  buffer: SharedArrayBuffer;
  size: number;
  dimensions: number;
}

export function shareRows(cells: Int8Array, size: number, dimensions: number): SharedRows {
  const buffer = new SharedArrayBuffer(size * dimensions);
  new Int8Array(buffer).set(cells);
  return { buffer, size, dimensions };
}

export function vectorRows({ buffer, size, dimensions }: SharedRows): VectorRows {
  const cells = new Int8Array(buffer);
  const lengths = new Float64Array(size);

  function dot(left: number, right: number): number {
    let sum = 0;
    for (let at = left * dimensions, other = right * dimensions, end = at + dimensions; at < end; at += 1, other += 1)
      sum += (cells[at] as number) * (cells[other] as number);
    return sum;
  }

  function lengthOf(row: number): number {
    const known = lengths[row] ?? 0;
    if (known > 0) return known;
    const length = Math.sqrt(dot(row, row)) || 1;
    lengths[row] = length;
    return length;
  }

  return {
    size,
    dimensions,
    similarity: (left, right) => dot(left, right) / (lengthOf(left) * lengthOf(right)),
    addTo(target, row, factor) {
      const scale = factor / lengthOf(row);
      const from = row * dimensions;
      for (let cell = 0; cell < dimensions; cell += 1) {
        target[cell] = (target[cell] ?? 0) + (cells[from + cell] ?? 0) * scale;
      }
    },
  };
}
