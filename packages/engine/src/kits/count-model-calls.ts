/** How many calls to a model a kit needs for one conversation that fits into a call: the number that `planCalls` of the model engine will plan. */
import { KIT_LIMITS, type KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';

export function countModelCalls({ engine, bricks }: Pick<KitDocument, 'engine' | 'bricks'>): number {
  if (engine === 'local') return 0;
  const asked = bricks.filter((brick) => !brickType(brick).isComputed(brick));
  const rounds = Math.max(0, ...asked.map(({ votes = 1 }) => votes));
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    const voting = asked.filter(({ votes = 1 }) => votes > round);
    const alone = voting.filter(({ isolate = false }) => isolate).length;
    calls += alone + Math.ceil((voting.length - alone) / KIT_LIMITS.bricksPerCall);
  }
  return calls;
}
