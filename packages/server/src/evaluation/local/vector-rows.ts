/** Rows of int8 vectors, compared and added as unit vectors. */
export interface VectorRows {
  size: number;
  dimensions: number;
  /** Cosine of two rows. */
  similarity(left: number, right: number): number;
  /** Adds `factor` times the unit vector of `row` to `target`. */
  addTo(target: Float64Array, row: number, factor: number): void;
}

export function vectorRows(cells: Int8Array, size: number, dimensions: number): VectorRows {
  const lengths = new Float64Array(size);

  function lengthOf(row: number): number {
    const known = lengths[row] ?? 0;
    if (known > 0) return known;
    let sum = 0;
    for (let cell = row * dimensions; cell < (row + 1) * dimensions; cell += 1) sum += (cells[cell] ?? 0) ** 2;
    const length = Math.sqrt(sum) || 1;
    lengths[row] = length;
    return length;
  }

  return {
    size,
    dimensions,
    similarity(left, right) {
      const from = left * dimensions;
      const to = right * dimensions;
      let sum = 0;
      for (let cell = 0; cell < dimensions; cell += 1) {
        // Whole numbers: the sum stays below 2^21, and integer arithmetic is twice as fast here.
        sum = (sum + Math.imul(cells[from + cell] ?? 0, cells[to + cell] ?? 0)) | 0;
      }
      return sum / (lengthOf(left) * lengthOf(right));
    },
    addTo(target, row, factor) {
      const scale = factor / lengthOf(row);
      const from = row * dimensions;
      for (let cell = 0; cell < dimensions; cell += 1) {
        target[cell] = (target[cell] ?? 0) + (cells[from + cell] ?? 0) * scale;
      }
    },
  };
}
