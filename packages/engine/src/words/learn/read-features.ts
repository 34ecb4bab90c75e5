/**
 * What the learned models see of a conversation: its stems (early turns count more) and the mean of its word vectors.
 */

import type { BrickDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import type { Matcher } from '../match/matcher.ts';
import { type WeightedSegment, weighSegments } from '../match/weigh-segments.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { mentionedSide } from '../text/speaker-scope.ts';
import { LEARN_FEATURES } from '../weights/learning.ts';

export interface LearnFeatures {
  /** Unit length. */
  stems: Map<string, number>;
  /** Unit length. */
  meaning: Float64Array;
}

function scopedSegments(matcher: Matcher, brick: BrickDocument): WeightedSegment[] {
  const { conversation } = matcher.annotated;
  const side = mentionedSide(conversation, brick.question);
  const isMain = (segment: Segment): boolean =>
    brick.speaker !== undefined || side === undefined || segment.turn.side === side;
  const weighted = weighSegments(matcher.segmentsOf(brick.speaker), isMain);
  // A purpose is stated early.
  if (brickType(brick).askAs(brick).as === 'category') return weighted;
  return weighted.map((item) => ({
    ...item,
    weight: isMain(item.segment) ? LEARN_FEATURES.even : LEARN_FEATURES.otherSide,
  }));
}

export function readFeatures(matcher: Matcher, brick: BrickDocument): LearnFeatures {
  const { vectors } = matcher.table;
  const stems = new Map<string, number>();
  const meaning = new Float64Array(vectors.dimensions);
  for (const { content, segment, weight } of scopedSegments(matcher, brick)) {
    for (const { term } of content) {
      const said = weight * term.rarity;
      stems.set(term.stem, Math.max(stems.get(term.stem) ?? 0, said));
      if (term.row >= 0 && term.row < vectors.size) vectors.addTo(meaning, term.row, said);
    }
    for (const act of segment.acts)
      stems.set(`:${act}`, Math.max(stems.get(`:${act}`) ?? 0, weight * LEARN_FEATURES.act));
  }
  const length = Math.sqrt([...stems.values()].reduce((sum, value) => sum + value * value, 0));
  if (length > 0) for (const [stem, value] of stems) stems.set(stem, value / length);
  const size = Math.sqrt(meaning.reduce((sum, value) => sum + value * value, 0));
  return { stems, meaning: size === 0 ? meaning : meaning.map((value) => value / size) };
}
