/** What is valid in a kit as it is written, but probably not what its author meant: one sentence for each brick. */
import type { BrickDocument } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';

export function adviseKit({ bricks }: { bricks: readonly BrickDocument[] }): string[] {
  return bricks.flatMap((brick) => {
    const advice = brickType(brick).advice?.(brick);
    return advice === undefined ? [] : [`${brick.key} ${advice}`];
  });
}
