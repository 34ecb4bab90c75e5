/** The figure by which a kit is judged, as the server computed it. */
import type { BrickSchema, Changes } from '@brickwork/client';
import { formatFor, type Measure } from '@brickwork/contract/figures';

/** Undefined where nothing was answered. */
export function scoreMeasure({ score }: Pick<Changes, 'score'>, main: BrickSchema | undefined): Measure | undefined {
  if (score === undefined || main === undefined) return undefined;
  const { brick: key, name, what } = score;
  const leading = leadingOf(what, main);
  return { key, name, what, leading, better: betterOf(leading, main), format: formatFor(what, main) };
}

/** The answer whose share it is, by the name that the figure calls it by; undefined for numbers. */
function leadingOf(what: string, { type, categories = [] }: BrickSchema): Measure['leading'] {
  if (what === 'mean') return undefined;
  if (type === 'boolean') return true;
  return categories.find(({ value, name }) => what === `share of “${name ?? value}”`)?.value;
}

function betterOf(leading: Measure['leading'], { score, good }: BrickSchema): Measure['better'] {
  if (score !== undefined || good === 'high') return 'up';
  if (good === undefined) return undefined;
  if (good === 'low') return 'down';
  return (Array.isArray(good) ? good.includes(String(leading)) : leading === good) ? 'up' : 'down';
}
