import type { BrickDocument } from '@brickwork/contract/kit';
import type { LearnedModel, ReaderHead } from '../../bricks/learned-document.ts';

/** The brick with this and nothing else learned; a calibration of a model's confidences is kept. */
export function keepLearned(
  { learned: before, ...brick }: BrickDocument,
  learned: LearnedModel | ReaderHead | undefined,
): BrickDocument {
  const curve = before?.model_calibration;
  const more = { ...learned, ...(curve !== undefined && { model_calibration: curve }) };
  return Object.keys(more).length === 0 ? brick : { ...brick, learned: more };
}
