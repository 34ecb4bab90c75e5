/** Rows of int8 vectors in memory that threads can share, compared and added as unit vectors. */
import { createDotProduct, createVectorMemory, LANE_BYTES } from './dot-product.ts';

export interface VectorRows {
  size: number;
  dimensions: number;
  /** Cosine of two rows. */
  similarity(left: number, right: number): number;
  /** Adds `factor` times the unit vector of `row` to `target`. */
  addTo(target: Float64Array, row: number, factor: number): void;
}

/** What a thread hands to another: the rows, each filled up with zeros to whole lanes. */
export interface SharedRows {
  memory: WebAssembly.Memory;
  size: number;
  dimensions: number;
}

function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES;
}

export function shareRows(cells: Int8Array, size: number, dimensions: number): SharedRows {
  const stride = strideOf(dimensions);
  const memory = createVectorMemory(size * stride);
  const shared = new Int8Array(memory.buffer);
  for (let row = 0; row < size; row += 1) {
    shared.set(cells.subarray(row * dimensions, (row + 1) * dimensions), row * stride);
  }
  return { memory, size, dimensions };
}

export function vectorRows({ memory, size, dimensions }: SharedRows): VectorRows {
  const stride = strideOf(dimensions);
  const cells = new Int8Array(memory.buffer);
  const lengths = new Float64Array(size);
  const dot = createDotProduct(memory, stride);

  function lengthOf(row: number): number {
    const known = lengths[row] ?? 0;
    if (known > 0) return known;
    const length = Math.sqrt(dot(row * stride, row * stride)) || 1;
    lengths[row] = length;
    return length;
  }

  return {
    size,
    dimensions,
    similarity: (left, right) => dot(left * stride, right * stride) / (lengthOf(left) * lengthOf(right)),
    addTo(target, row, factor) {
      const scale = factor / lengthOf(row);
      const from = row * stride;
      for (let cell = 0; cell < dimensions; cell += 1) {
        target[cell] = (target[cell] ?? 0) + (cells[from + cell] ?? 0) * scale;
      }
    },
  };
}
