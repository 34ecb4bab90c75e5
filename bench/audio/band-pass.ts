/** What a telephone lets through: a windowed sinc filter. */
const TAPS = 401;

/** Every `step`-th sample of what is let through. */
export function bandPass(
  samples: Float32Array,
  [lowHz, highHz]: readonly [number, number],
  rate: number,
  step: number,
): Float32Array {
  const half = (TAPS - 1) / 2;
  const weights = Float64Array.from({ length: TAPS }, (_, index) => {
    const at = index - half;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * at) / half);
    return window * (lowPass(at, highHz / rate) - lowPass(at, lowHz / rate));
  });
  const padded = new Float32Array(samples.length + 2 * half);
  padded.set(samples, half);
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) sum += (padded[index * step + tap] ?? 0) * (weights[tap] ?? 0);
    return sum;
  });
}

function lowPass(at: number, share: number): number {
  return at === 0 ? 2 * share : Math.sin(2 * Math.PI * share * at) / (Math.PI * at);
}
