/** Which engine answers which brick: metrics are computed, the others go to the local engine or to a model. */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { brickType } from '../bricks/brick-types.ts';

export interface BrickPlan {
  /** Keys of the bricks answered in a thread of this process: metrics and those of the local engine. */
  local: string[];
  /** Bricks for a model, by what the kit asks for: `auto` or a model id. */
  model: Map<string, BrickDocument[]>;
  warnings: string[];
}

export interface PlanOptions {
  hasModel: boolean;
  /** Overrides the `engine` of the kit and of every brick: set by `--engine` or a test key. */
  engine?: string | undefined;
}

export function planBricks(kit: KitDocument, { hasModel, engine }: PlanOptions): BrickPlan {
  const plan: BrickPlan = { local: [], model: new Map(), warnings: [] };
  for (const brick of kit.bricks) {
    const wanted = engine ?? brick.engine ?? kit.engine ?? 'auto';
    const isComputed = brickType(brick).isComputed(brick);
    if (isComputed || wanted === 'local' || !hasModel) {
      plan.local.push(brick.key);
      // A kit that names a model expects that model's answers: warn when they come from the local engine.
      if (!isComputed && wanted !== 'local' && wanted !== 'auto') {
        plan.warnings.push(`${brick.key}: no model is configured, so ${wanted} was not asked; answered by local.`);
      }
    } else plan.model.set(wanted, [...(plan.model.get(wanted) ?? []), brick]);
  }
  return plan;
}
