/** Noise of whatever colour is even among neighbouring frequencies; music and most of a voice have peaks. */
import { createFourier } from './fourier.ts';

/** Samples at 4 kHz, a tenth of a second. */
export const WINDOW = 400;
const FOURIER = createFourier(16, 25);
const HANN = Float64Array.from({ length: WINDOW }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW));
/** Of ten hertz each. */
const [LOWEST, HIGHEST] = [10, 180];
const NEIGHBOURS = 8;
/** White, pink and brown noise are above 0.5, chords below 0.2 even with noise 10 dB below them. */
const LEAST_EVENNESS = 0.45;

export function hasTone(samples: Float64Array): boolean {
  return evennessOf(samples) < LEAST_EVENNESS;
}

/** The geometric mean of each frequency's ratio to the mean of its neighbours. */
function evennessOf(samples: Float64Array): number {
  const energies = new Float64Array(WINDOW / 2);
  FOURIER.energies(
    samples.map((value, index) => value * (HANN[index] ?? 0)),
    energies,
  );
  let sum = 0;
  for (let bin = LOWEST; bin < HIGHEST; bin += 1) {
    let around = 0;
    for (let near = bin - NEIGHBOURS; near <= bin + NEIGHBOURS; near += 1) around += energies[near] ?? 0;
    const mean = around / (2 * NEIGHBOURS + 1);
    sum += Math.log(((energies[bin] ?? 0) + 1e-15) / (mean + 1e-15));
  }
  return Math.exp(sum / (HIGHEST - LOWEST));
}
