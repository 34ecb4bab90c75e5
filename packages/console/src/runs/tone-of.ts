import type { BrickSchema } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';

export type Tone = 'good' | 'bad' | 'neutral';

/** A number is good news in the best quarter of its range, bad in the worse half; in between it is neither. */
const BEST = 0.75;
const MIDDLE = 0.5;

/** Whether a value is good news by the brick's `good`; neutral where the kit does not say. */
export function toneOf(value: BrickOutput['value'], schema: BrickSchema | undefined): Tone {
  const good = schema?.good;
  if (good === undefined || value === null) return 'neutral';
  if (typeof value === 'boolean') return value === good ? 'good' : 'bad';
  if (Array.isArray(good)) return good.includes(String(value)) ? 'good' : 'bad';
  const { min = 0, max } = schema ?? {};
  if (typeof value !== 'number' || max === undefined || max <= min) return 'neutral';
  const share = (value - min) / (max - min);
  const quality = good === 'high' ? share : 1 - share;
  return quality >= BEST ? 'good' : quality < MIDDLE ? 'bad' : 'neutral';
}
