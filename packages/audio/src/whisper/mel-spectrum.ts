/** Whisper's input: the logarithm of the energy in 80 bands, a hundred times a second, over 30 seconds. */
import { createFourier } from '../sound/fourier.ts';
import { SAMPLE_RATE } from '../sound/resample.ts';

export const WINDOW_SECONDS = 30;
const BANDS = 80;
const SIZE = 400;
const HOP = 160;
const BINS = SIZE / 2 + 1;
const FRAMES = (WINDOW_SECONDS * SAMPLE_RATE) / HOP;

/** `[bands × frames]`, as the encoder takes it. */
export function melSpectrum(samples: Float32Array): Float32Array {
  const padded = mirrored(samples);
  const spectrum = new Float32Array(BANDS * FRAMES);
  const real = new Float64Array(SIZE);
  const energies = new Float64Array(BINS);
  // What is silent to the end is computed once.
  const sounding = Math.min(FRAMES, Math.ceil((samples.length + SIZE) / HOP) + 1);
  let highest = -10;
  for (let frame = 0; frame < sounding; frame += 1) {
    for (let index = 0; index < SIZE; index += 1) real[index] = (padded[frame * HOP + index] ?? 0) * (HANN[index] ?? 0);
    FOURIER.energies(real, energies);
    for (const [band, { from, weights }] of FILTERS.entries()) {
      let sum = 0;
      for (let bin = 0; bin < weights.length; bin += 1) sum += (energies[from + bin] ?? 0) * (weights[bin] ?? 0);
      const value = Math.log10(Math.max(sum, 1e-10));
      spectrum[band * FRAMES + frame] = value;
      if (value > highest) highest = value;
    }
  }
  for (let band = 0; band < BANDS; band += 1) spectrum.fill(-10, band * FRAMES + sounding, (band + 1) * FRAMES);
  return spectrum.map((value) => (Math.max(value, highest - 8) + 4) / 4);
}

/** Half a window of mirror image before the first sample; silence behind the last. */
function mirrored(samples: Float32Array): Float32Array {
  const half = SIZE / 2;
  const padded = new Float32Array(WINDOW_SECONDS * SAMPLE_RATE + SIZE);
  padded.set(samples.subarray(0, WINDOW_SECONDS * SAMPLE_RATE), half);
  for (let index = 1; index <= half; index += 1) padded[half - index] = samples[index] ?? 0;
  return padded;
}

const HANN = Float64Array.from({ length: SIZE }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SIZE));

/** Slaney's scale: linear up to 1,000 Hz, logarithmic above. */
function toMel(hertz: number): number {
  return hertz < 1_000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1_000)) / Math.log(6.4);
}

function toHertz(mel: number): number {
  return mel < 15 ? (200 * mel) / 3 : 1_000 * Math.exp((Math.log(6.4) / 27) * (mel - 15));
}

const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const edges = [0, 1, 2].map((edge) => toHertz((toMel(SAMPLE_RATE / 2) * (band + edge)) / (BANDS + 1)));
  const [low = 0, middle = 0, high = 0] = edges;
  const all = Array.from({ length: BINS }, (_, bin) => {
    const hertz = (bin * SAMPLE_RATE) / SIZE;
    const weight = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
    return (Math.max(0, weight) * 2) / (high - low);
  });
  const from = Math.max(
    0,
    all.findIndex((weight) => weight > 0),
  );
  return { from, weights: Float64Array.from(all.slice(from, all.findLastIndex((weight) => weight > 0) + 1)) };
});

const FOURIER = createFourier(16, 25);
