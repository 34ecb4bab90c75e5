import type { BrickDocument, Metric, NumericBrick } from '@brickwork/contract/kit';

export type MetricBrick = NumericBrick & { metric: Metric };

/** Metric bricks are computed from the conversation; no engine is asked. */
export function isMetric(brick: BrickDocument): brick is MetricBrick {
  return brick.type === 'numeric' && brick.metric !== undefined;
}
