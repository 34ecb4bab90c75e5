/** The inverse modified discrete cosine transform of AAC, by a complex Fourier transform of a quarter of its length, and its two windows. */

export type InverseMdct = (spectrum: Float64Array, from: number, out: Float64Array) => void;

/** `half` values become twice as many samples, before the window. */
export function createInverseMdct(half: number): InverseMdct {
  const quarter = half / 2;
  const real = new Float64Array(quarter);
  const imaginary = new Float64Array(quarter);
  const before = turns(quarter, half, 0.25);
  const after = turns(quarter, half, 0);
  const transform = createFourier(quarter);
  return (spectrum, from, out) => {
    for (let k = 0; k < quarter; k += 1) {
      const even = spectrum[from + 2 * k] ?? 0;
      const odd = spectrum[from + half - 1 - 2 * k] ?? 0;
      const cosine = before.cosines[k] ?? 0;
      const sine = before.sines[k] ?? 0;
      real[k] = even * cosine - odd * sine;
      imaginary[k] = even * sine + odd * cosine;
    }
    transform(real, imaginary);
    for (let k = 0; k < quarter; k += 1) {
      const cosine = after.cosines[k] ?? 0;
      const sine = after.sines[k] ?? 0;
      place(out, half, 2 * k, ((real[k] ?? 0) * cosine - (imaginary[k] ?? 0) * sine) / half);
      place(out, half, half - 1 - 2 * k, -((real[k] ?? 0) * sine + (imaginary[k] ?? 0) * cosine) / half);
    }
  };
}

function turns(count: number, half: number, offset: number): { cosines: Float64Array; sines: Float64Array } {
  const angle = (k: number) => (-Math.PI / half) * (k + offset);
  return {
    cosines: Float64Array.from({ length: count }, (_, k) => Math.cos(angle(k))),
    sines: Float64Array.from({ length: count }, (_, k) => Math.sin(angle(k))),
  };
}

/** A value of the cosine transform occurs at two positions of the samples. */
function place(out: Float64Array, half: number, at: number, value: number): void {
  const quarter = half / 2;
  if (at >= quarter) out[at - quarter] = value;
  else out[at + 3 * quarter] = -value;
  out[3 * quarter - 1 - at] = -value;
}

/** In place, for powers of two. */
export function createFourier(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
  const bits = Math.log2(size);
  const swapped = Uint32Array.from({ length: size }, (_, index) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit += 1) turned |= ((index >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  return (real, imaginary) => {
    for (let index = 0; index < size; index += 1) {
      const other = swapped[index] ?? 0;
      if (other <= index) continue;
      [real[index], real[other]] = [real[other] ?? 0, real[index] ?? 0];
      [imaginary[index], imaginary[other]] = [imaginary[other] ?? 0, imaginary[index] ?? 0];
    }
    for (let span = 1; span < size; span *= 2) {
      const step = size / (2 * span);
      for (let start = 0; start < size; start += 2 * span) {
        for (let k = 0, turn = 0; k < span; k += 1, turn += step) {
          const low = start + k;
          const high = low + span;
          const cosine = cosines[turn] ?? 0;
          const sine = sines[turn] ?? 0;
          const x = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
          const y = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
          real[high] = (real[low] ?? 0) - x;
          imaginary[high] = (imaginary[low] ?? 0) - y;
          real[low] = (real[low] ?? 0) + x;
          imaginary[low] = (imaginary[low] ?? 0) + y;
        }
      }
    }
  };
}

/** The rising half of a window. */
export function sineWindow(half: number): Float64Array {
  return Float64Array.from({ length: half }, (_, n) => Math.sin((Math.PI / (2 * half)) * (n + 0.5)));
}

/** The rising half of a Kaiser-Bessel-derived window. */
export function kaiserWindow(half: number, alpha: number): Float64Array {
  const weights = Float64Array.from({ length: half + 1 }, (_, n) =>
    bessel(Math.PI * alpha * Math.sqrt(1 - ((2 * n) / half - 1) ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from({ length: half }, (_, n) => {
    sum += weights[n] ?? 0;
    return Math.sqrt(sum / total);
  });
}

/** The modified Bessel function of the first kind, of order zero. */
function bessel(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; term > sum * 1e-18; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
