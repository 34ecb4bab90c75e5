/** What is masked: all that the workspace says and all that the kit adds, in the order of the classes. A kit can take nothing away. */
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';

export function maskedClasses(...lists: readonly (readonly MaskClass[] | undefined)[]): MaskClass[] {
  const wanted = new Set(lists.flatMap((list) => list ?? []));
  return MASK_CLASSES.filter((kind) => wanted.has(kind));
}
