/** Which engine answers which brick: metrics are computed, `local` stays here, a model takes what is meant for it. */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { brickType } from '../bricks/brick-types.ts';

export interface BrickPlan {
  /** Keys of the bricks answered in a thread of this process: metrics and the local engine's. */
  here: string[];
  /** Bricks for a model, by what the kit asks for: `auto` or a model id. */
  model: Map<string, BrickDocument[]>;
  warnings: string[];
}

export interface PlanOptions {
  hasModel: boolean;
  /** Stands in for the kit's own `engine` and for that of every brick: what `--engine` or a test key asks for. */
  engine?: string | undefined;
}

export function planBricks(kit: KitDocument, { hasModel, engine }: PlanOptions): BrickPlan {
  const plan: BrickPlan = { here: [], model: new Map(), warnings: [] };
  for (const brick of kit.bricks) {
    const wanted = engine ?? brick.engine ?? kit.engine ?? 'auto';
    const isComputed = brickType(brick).isComputed(brick);
    if (isComputed || wanted === 'local' || !hasModel) {
      plan.here.push(brick.key);
      // A kit that names its model expects that model's answers: say so when they are not.
      if (!isComputed && wanted !== 'local' && wanted !== 'auto') {
        plan.warnings.push(`${brick.key}: no model is configured, so ${wanted} was not asked; answered by local.`);
      }
    } else plan.model.set(wanted, [...(plan.model.get(wanted) ?? []), brick]);
  }
  return plan;
}
