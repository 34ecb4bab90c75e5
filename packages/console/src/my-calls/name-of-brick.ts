import type { BrickSchema } from '@brickwork/client';

/** As the kit calls the question; of one that it no longer has, words made of its key. */
export function nameOfBrick(bricks: readonly BrickSchema[] | undefined, key: string): string {
  const words = key.replaceAll('_', ' ');
  return bricks?.find((brick) => brick.key === key)?.name ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
