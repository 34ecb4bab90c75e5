/**
 * What a sentence does, read from its words alone: asks, requests, says yes or no, greets, thanks, apologises … The patterns
 * (assets/vocabulary/speech-acts.txt) are general English.
 */
import { oneOf, phrasePattern, vocabularyLines, vocabularyWords } from '../../core/read-vocabulary.ts';

export type SpeechAct =
  | 'question'
  | 'request'
  | 'greeting'
  | 'farewell'
  | 'thanks'
  | 'apology'
  | 'offer_help'
  | 'confirmation'
  | 'refusal'
  | 'unavailable'
  | 'not_understood'
  | 'empathy'
  | 'agreement'
  | 'complaint'
  | 'seek_confirmation';

const LEAD = `(?:${oneOf(vocabularyLines('speech-acts', 'lead'))},? )*`;
const AUXILIARY = oneOf(vocabularyWords('speech-acts', 'auxiliary'));
const SUBJECT = oneOf(vocabularyWords('speech-acts', 'subject'));
const WH = oneOf(vocabularyWords('speech-acts', 'question word'));

const QUESTION_START = new RegExp(
  `^${LEAD}(?:${AUXILIARY} (?:not )?${SUBJECT}\\b|(?:for |to |at |on |in |from |under |by )?${WH}\\b)`,
);
const QUESTION_INSIDE = new RegExp(
  `\\b(?:${WH} (?:\\w+ ){0,3}${AUXILIARY} (?:not )?${SUBJECT}\\b|(?:can|could|may|would|will|do|did|have|are) (?:i|you|we) )`,
);
const GREETING = new RegExp(`^(?:\\w+ )?${oneOf(vocabularyLines('speech-acts', 'greeting'))}\\b`);

/** The acts with a list of their own in assets/vocabulary/speech-acts.txt. */
const LISTED_ACTS = [
  'request',
  'greeting',
  'farewell',
  'thanks',
  'apology',
  'offer_help',
  'confirmation',
  'seek_confirmation',
  'refusal',
  'unavailable',
  'not_understood',
  'empathy',
  'agreement',
  'complaint',
] as const satisfies readonly SpeechAct[];
const PATTERNS = LISTED_ACTS.map((act) => ({
  act,
  pattern: act === 'greeting' ? GREETING : phrasePattern('speech-acts', act),
}));

export function readSpeechActs(joined: string, raw: string): Set<SpeechAct> {
  const acts = new Set<SpeechAct>();
  if (raw.trimEnd().endsWith('?') || QUESTION_START.test(joined) || QUESTION_INSIDE.test(joined)) acts.add('question');
  for (const { act, pattern } of PATTERNS) if (pattern.test(joined)) acts.add(act);
  return acts;
}

/** Acts that say it all: no further word of the question needs to be met. */
export const WHOLE_ACTS: ReadonlySet<SpeechAct> = new Set([
  'greeting',
  'farewell',
  'thanks',
  'apology',
  'offer_help',
  'not_understood',
  'empathy',
  'complaint',
]);

const NAMED_GREETING = phrasePattern('speech-acts', 'named greeting');
const NAMED_COMPLAINT = new RegExp(
  `^(?:an?y? |some |their |clear )*${oneOf(vocabularyLines('speech-acts', 'named complaint'))}\\b`,
);
const NAMED_CONFIRMATION = phrasePattern('speech-acts', 'named confirmation');
const NAMED_SEEKING = phrasePattern('speech-acts', 'named seek_confirmation');

/** The acts that a question about a conversation names. */
export function readNamedActs(joined: string, isAsking: boolean): Set<SpeechAct> {
  const acts = readSpeechActs(joined, '');
  acts.delete('question');
  acts.delete('request');
  acts.delete('seek_confirmation');
  if (acts.has('unavailable') || acts.has('not_understood')) acts.delete('refusal');
  if (NAMED_GREETING.test(joined)) acts.add('greeting');
  if (acts.has('not_understood')) acts.delete('empathy');
  acts.delete('complaint');
  if (NAMED_COMPLAINT.test(joined)) acts.add('complaint');
  if (!isAsking && NAMED_CONFIRMATION.test(joined)) acts.add('confirmation');
  if (isAsking && NAMED_SEEKING.test(joined)) {
    acts.delete('confirmation');
    acts.add('seek_confirmation');
  }
  return acts;
}
