/** The chance of a yes from what was read and how such questions are usually answered. */
import { CALIBRATION, chanceOf } from './calibration.ts';
import type { Features } from './features.ts';

/** How far the wording of a question may raise the sureness of what was read, and what is left of it where the two differ. */
const RAISED_MOST = 0.12;
const DIFFERING_SHARE = 0.5;

/** What was read and what such questions are usually answered must agree before an answer is sure. */
export function chanceOfYes(features: Features): number {
  const read = chanceOf(CALIBRATION.read, features);
  const both = chanceOf(CALIBRATION.boolean, features);
  if (read > 0.5 !== both > 0.5) return 0.5 + DIFFERING_SHARE * (both - 0.5);
  const sure = Math.min(Math.max(both, 1 - both), Math.max(read, 1 - read) + RAISED_MOST);
  return both > 0.5 ? sure : 1 - sure;
}
