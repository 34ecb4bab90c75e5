/** Everyday words that mean the same in requests and complaints (assets/vocabulary/synonyms.txt). */

import { vocabularyLines } from '../../core/read-vocabulary.ts';
import { groupsByStem } from './groups-by-stem.ts';

const groupsOf = groupsByStem(vocabularyLines('synonyms'));
const NONE: readonly number[] = [];

/** The numbers of the synonym groups that a stem belongs to. */
export function synonymGroups(stem: string): readonly number[] {
  return groupsOf.get(stem) ?? NONE;
}
