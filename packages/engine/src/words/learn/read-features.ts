/**
 * What the learned models see of a conversation: its stems (early turns count more), the service topics they belong to, and the mean of
 * its word vectors.
 */

import type { BrickDocument } from '@brickwork/contract/kit';
import type { Matcher } from '../match/matcher.ts';
import { topicWeight } from '../match/topic-weight.ts';
import { type WeightedSegment, weighSegments } from '../match/weigh-segments.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { mentionedSide } from '../text/speaker-scope.ts';
import type { Term } from '../text/term-table.ts';
import { topicVectors } from '../vectors/topic-vectors.ts';
import type { VectorRows } from '../vectors/vector-rows.ts';
import { topicName } from '../vocabulary/service-topics.ts';
import { LEARN_FEATURES } from '../weights/learning.ts';

export interface LearnFeatures {
  /** Unit length. */
  stems: Map<string, number>;
  /** Unit length. */
  meaning: Float64Array;
}

interface View {
  vectors: VectorRows;
  weigh: (term: Term) => number;
  topics: (term: Term) => string[];
}

function scopedSegments(matcher: Matcher, brick: BrickDocument): WeightedSegment[] {
  const { conversation } = matcher.annotated;
  const side = mentionedSide(conversation, brick.question);
  const isMain = (segment: Segment): boolean =>
    brick.speaker !== undefined || side === undefined || segment.turn.side === side;
  const weighted = weighSegments({
    all: matcher.annotated.segments,
    segments: matcher.segmentsOf(brick.speaker),
    isMain,
  });
  if (brick.type === 'categorical') return weighted;
  return weighted.map((item) => ({
    ...item,
    weight: isMain(item.segment) ? LEARN_FEATURES.even : LEARN_FEATURES.otherSide,
  }));
}

/** Topics where the brick asks what a conversation is about, words as they are used where it asks what was said. */
function viewFor(matcher: Matcher, brick: BrickDocument): View {
  if (brick.type === 'categorical') return { vectors: topicVectors(), weigh: topicWeight, topics: topicsOf };
  return { vectors: matcher.table.vectors, weigh: (term) => term.rarity, topics: () => [] };
}

/** One label with a "toothache" also teaches what a "filling" is about. */
function topicsOf(term: Term): string[] {
  return term.topics.map((topic) => `~${topicName(topic)}`);
}

export function readFeatures(matcher: Matcher, brick: BrickDocument): LearnFeatures {
  const { vectors, weigh, topics } = viewFor(matcher, brick);
  const stems = new Map<string, number>();
  const meaning = new Float64Array(vectors.dimensions);
  for (const { content, segment, weight } of scopedSegments(matcher, brick)) {
    for (const { term } of content) {
      const said = weight * weigh(term);
      stems.set(term.stem, Math.max(stems.get(term.stem) ?? 0, said));
      for (const topic of topics(term)) stems.set(topic, Math.max(stems.get(topic) ?? 0, LEARN_FEATURES.topic * said));
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
