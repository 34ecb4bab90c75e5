/** Ticks that people read at a glance: 0, 25, 50 – not 47.3, 61.6, 75.9. */
import { withoutNoise } from '../ui/format.ts';

const STEPS = [1, 2, 2.5, 5, 10];
const MOST_TICKS = 5;

export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

/** From a round number below the least to one above the most, within `bounds`. */
export function niceScale(least: number, most: number, bounds: { min?: number; max?: number } = {}): Scale {
  const range = most - least || Math.abs(most) || 1;
  const rough = range / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough * 0.999) ?? 10);
  const low = Math.max(bounds.min ?? Number.NEGATIVE_INFINITY, Math.floor(least / step + 1e-9) * step);
  const high = Math.min(bounds.max ?? Number.POSITIVE_INFINITY, Math.ceil(most / step - 1e-9) * step);
  const count = Math.max(1, Math.round((high - low) / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => withoutNoise(low + index * step));
  return { low, high: high > low ? high : low + step, ticks };
}

/** Which of the labels below a chart have room: the first, the last, and as many as fit evenly in between. */
export function shownLabels(labels: readonly string[], width: number, letter = 6): number[] {
  const last = labels.length - 1;
  const widest = Math.max(...labels.map((label) => Math.min(22, label.length))) * letter + 14;
  const every = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor(width / widest))));
  const shown = labels.map((_, index) => index).filter((index) => (last - index) % every === 0);
  return shown;
}
