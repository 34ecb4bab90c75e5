import type { BrickSchema } from '../api/kits.ts';
import type { BrickOutput } from '../api/runs.ts';

export type Tone = 'good' | 'bad' | 'neutral';

/** A number counts as good news in the better half of its range. */
const MIDDLE = 0.5;

/** Whether a value is good news by the brick's `good`; neutral where the kit does not say. */
export function toneOf(value: BrickOutput['value'], schema: BrickSchema | undefined): Tone {
  const good = schema?.good;
  if (good === undefined || value === null) return 'neutral';
  if (typeof value === 'boolean') return value === good ? 'good' : 'bad';
  if (Array.isArray(good)) return good.includes(String(value)) ? 'good' : 'bad';
  const { min = 0, max } = schema ?? {};
  if (typeof value !== 'number' || max === undefined || max <= min) return 'neutral';
  const isHigh = (value - min) / (max - min) >= MIDDLE;
  return isHigh === (good === 'high') ? 'good' : 'bad';
}
