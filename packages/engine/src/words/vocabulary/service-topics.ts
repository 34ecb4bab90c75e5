/**
 * Words that belong to one topic where people ask for a service (assets/vocabulary/service-topics.txt). Used where a brick
 * asks what a conversation is about, never for what exactly was said.
 */
import { groupsByStem } from './groups-by-stem.ts';
import { vocabularyLines } from './read-vocabulary.ts';

const LINES = vocabularyLines('service-topics');
const topicsOf = groupsByStem(LINES);
const NONE: readonly number[] = [];

/** The numbers of the topics that a stem belongs to. */
export function serviceTopics(stem: string): readonly number[] {
  return topicsOf.get(stem) ?? NONE;
}

/** The first word of its line: the name of the topic in learned models. */
export function topicName(topic: number): string {
  return LINES[topic]?.split(' ')[0] ?? '';
}
