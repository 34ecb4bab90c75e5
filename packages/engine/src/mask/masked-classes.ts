/** What is masked: the workspace's classes and the kit's additional ones, in the order of the classes. A kit cannot remove any. */
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';

export function maskedClasses(...lists: readonly (readonly MaskClass[] | undefined)[]): MaskClass[] {
  const wanted = new Set(lists.flatMap((list) => list ?? []));
  return MASK_CLASSES.filter((kind) => wanted.has(kind));
}
