import type { BrickSchema } from '@brickwork/client';

/** As the kit calls the question; where it has no name for it, or no longer has it, words made of its key. */
export function nameOfBrick(bricks: readonly BrickSchema[] | undefined, key: string): string {
  const name = bricks?.find((brick) => brick.key === key)?.name ?? key;
  if (name !== key) return name;
  const words = key.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
