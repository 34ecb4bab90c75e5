/**
 * Words that belong to one topic where people ask for a service (assets/vocabulary/service-topics.txt). Used where a brick
 * asks what a conversation is about, never for what exactly was said.
 */

import { vocabularyLines } from '../../core/read-vocabulary.ts';
import { groupsByStem } from './groups-by-stem.ts';

const topicsOf = groupsByStem(vocabularyLines('service-topics'));
const NONE: readonly number[] = [];

/** The numbers of the topics that a stem belongs to. */
export function serviceTopics(stem: string): readonly number[] {
  return topicsOf.get(stem) ?? NONE;
}
