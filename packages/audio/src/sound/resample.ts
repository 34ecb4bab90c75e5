/** Any sample rate becomes 16 kHz, which recognisers want: a windowed sinc filter, one set of weights for each of the fractions that can occur. */

export const SAMPLE_RATE = 16_000;
/** Zero crossings of the filter to each side: the transition is narrow enough for speech. */
const CROSSINGS = 16;
/** Of the band that both rates have in common. */
const CUT_OFF = 0.94;

export class Resampler {
  readonly #phases: Float32Array[];
  readonly #up: number;
  readonly #down: number;
  readonly #reach: number;
  #held = new Float32Array();
  /** Of the next sample that is given out, in input samples from the first that is held, times `up`. */
  #next: number;

  constructor(rate: number) {
    const divisor = greatestCommonDivisor(rate, SAMPLE_RATE);
    this.#up = SAMPLE_RATE / divisor;
    this.#down = rate / divisor;
    const scale = Math.min(1, this.#up / this.#down) * CUT_OFF;
    this.#reach = Math.ceil(CROSSINGS / scale);
    this.#phases = Array.from({ length: this.#up }, (_, phase) => weightsOf(phase / this.#up, this.#reach, scale));
    this.#held = new Float32Array(this.#reach); // silence before the first sample
    this.#next = this.#reach * this.#up;
  }

  push(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples;
    const held = joined(this.#held, samples);
    // A sample needs `reach` others behind it.
    const last = (held.length - this.#reach) * this.#up;
    const count = Math.max(0, Math.ceil((last - this.#next) / this.#down));
    const out = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      const at = Math.floor(this.#next / this.#up);
      const weights = this.#phases[this.#next % this.#up] ?? new Float32Array();
      const first = at - this.#reach + 1;
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1) sum += (held[first + tap] ?? 0) * (weights[tap] ?? 0);
      out[index] = sum;
      this.#next += this.#down;
    }
    const used = Math.max(0, Math.floor(this.#next / this.#up) - this.#reach);
    this.#held = held.slice(used);
    this.#next -= used * this.#up;
    return out;
  }
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function weightsOf(fraction: number, reach: number, scale: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    const x = distance * scale;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    const hann = Math.abs(distance) >= reach ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    return sinc * hann;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
