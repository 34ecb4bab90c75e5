/** What is valid in a kit, but probably not what its author meant: one sentence for each brick. */
import { brickType } from '../bricks/brick-types.ts';
import type { Kit } from './normalise-kit.ts';

export function adviseKit({ bricks }: Pick<Kit, 'bricks'>): string[] {
  return bricks.flatMap((brick) => {
    const advice = brickType(brick).advice?.(brick);
    return advice === undefined ? [] : [`${brick.key} ${advice}`];
  });
}
