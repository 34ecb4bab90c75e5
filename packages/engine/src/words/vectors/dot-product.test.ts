import { expect, test } from 'vitest';
import { createDotProduct, createVectorMemory, LANE_BYTES } from './dot-product.ts';

test('gives the exact sum, for the largest cells too', () => {
  const stride = 7 * LANE_BYTES;
  const rows = 40;
  const memory = createVectorMemory(rows * stride);
  const cells = new Int8Array(memory.buffer);
  for (let cell = 0; cell < rows * stride; cell += 1) cells[cell] = ((cell * 7919) % 255) - 127;
  cells.fill(-127, 0, stride);
  const dot = createDotProduct(memory, stride);
  for (let left = 0; left < rows; left += 1) {
    for (let right = 0; right < rows; right += 1) {
      let sum = 0;
      for (let cell = 0; cell < stride; cell += 1) {
        sum += (cells[left * stride + cell] ?? 0) * (cells[right * stride + cell] ?? 0);
      }
      expect(dot(left * stride, right * stride)).toBe(sum);
    }
  }
});
