/**
 * Which engine may answer which brick: metrics are computed, the others go to the local engine or to a model; scores
 * are computed.
 */
import type { KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';
import { isScore } from '../bricks/numeric/is-score.ts';

export interface BrickPlan {
  /** Keys of the bricks answered in a thread of this process: metrics and those of the local engine. */
  local: string[];
  /** Those that the kit wants answered from words alone. */
  lexical: string[];
  /** Keys of the bricks for a model, each with the kit's setting: `auto` or a model id. */
  model: Map<string, string>;
  /** Those that the kit leaves to whichever engine is good enough. */
  auto: Set<string>;
  warnings: string[];
}

export interface PlanOptions {
  hasModel: boolean;
  /** Overrides the `engine` of the kit and of every brick: set by `--engine` or a test key. */
  engine?: string | undefined;
}

export function planBricks(kit: KitDocument, { hasModel, engine }: PlanOptions): BrickPlan {
  const plan: BrickPlan = { local: [], lexical: [], model: new Map(), auto: new Set(), warnings: [] };
  for (const brick of kit.bricks) {
    if (isScore(brick)) continue;
    const asked = brick.engine ?? kit.engine ?? 'auto';
    const wanted = engine ?? asked;
    const isComputed = brickType(brick).isComputed(brick);
    // A test key's `local` keeps the fast path of a kit that uses it.
    const isLexical = wanted === 'lexical' || (wanted === 'local' && asked === 'lexical');
    if (isLexical && !isComputed) plan.lexical.push(brick.key);
    if (isComputed || isLexical || wanted === 'local' || !hasModel) {
      plan.local.push(brick.key);
      // A kit with a model expects that model's answers: warn if they come from the local engine.
      if (!isComputed && !isLexical && wanted !== 'local' && wanted !== 'auto') {
        plan.warnings.push(`${brick.key}: no model is configured, so ${wanted} was not asked; answered by local.`);
      }
    } else {
      plan.model.set(brick.key, wanted);
      if (wanted === 'auto') plan.auto.add(brick.key);
    }
  }
  return plan;
}
