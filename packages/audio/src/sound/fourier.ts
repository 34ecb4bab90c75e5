/** The Fourier transform of `rows × columns` real values: `rows` transforms of `columns`, put together. */
export function createFourier(rows: number, columns: number) {
  const size = rows * columns;
  const cosines = Float64Array.from({ length: size }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sines = Float64Array.from({ length: size }, (_, index) => Math.sin((2 * Math.PI * index) / size));
  const innerReal = new Float64Array(size);
  const innerImaginary = new Float64Array(size);
  return {
    /** Of the first half of the frequencies, and the middle one. */
    energies(input: Float64Array, out: Float64Array): void {
      for (let row = 0; row < rows; row += 1) {
        for (let k = 0; k < columns; k += 1) {
          let real = 0;
          let imaginary = 0;
          for (let n = 0; n < columns; n += 1) {
            const turn = (rows * k * n) % size;
            const value = input[row + rows * n] ?? 0;
            real += value * (cosines[turn] ?? 0);
            imaginary -= value * (sines[turn] ?? 0);
          }
          innerReal[row * columns + k] = real;
          innerImaginary[row * columns + k] = imaginary;
        }
      }
      for (let k = 0; k < out.length; k += 1) {
        let real = 0;
        let imaginary = 0;
        for (let row = 0; row < rows; row += 1) {
          const turn = (row * k) % size;
          const cosine = cosines[turn] ?? 0;
          const sine = sines[turn] ?? 0;
          const a = innerReal[row * columns + (k % columns)] ?? 0;
          const b = innerImaginary[row * columns + (k % columns)] ?? 0;
          real += a * cosine + b * sine;
          imaginary += b * cosine - a * sine;
        }
        out[k] = real * real + imaginary * imaginary;
      }
    },
  };
}
