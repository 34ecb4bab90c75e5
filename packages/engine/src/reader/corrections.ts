/** Corrections of something said earlier: "There's six of us. — Six? — Sorry, seven, I forgot my brother." */

import { oneOf, vocabularyLines } from '../core/read-vocabulary.ts';
import { talkOf } from '../words/languages/talk.ts';

const CUES = oneOf(vocabularyLines('speech-acts', 'correction'));
/** At the beginning of a turn, a sentence or a clause, with little text before it. */
const CORRECTING = new RegExp(
  `(?:^|[.!?;,–—-]\\s*|\\b(?:oh|well|um|uh|but|although|and)\\s+)(?:${CUES})\\b(?!\\?)[^?]*$`,
  'i',
);
const LONGEST = 60;

/** "Sorry, seven", "no, it's five": nothing in between. */
const DIRECT = new RegExp(
  `(?:^|[.!?;,–—-]\\s*|\\b(?:oh|well|um|uh|but|although|and)\\s+)(?:${CUES})[,.!\\s–—-]+(?:sorry[,.!\\s]+)?(?:(?:it|that|there|they|we|i)(?:['’](?:s|re|m|ll be)| is| are| am| will be)\\s+)?(?:about\\s+)?$`,
  'i',
);

export function isDirectCorrection(turn: string, at: number, code?: string): boolean {
  const before = turn.slice(Math.max(0, at - LONGEST), at);
  return talkOf(code)?.correctsDirectly(before) ?? DIRECT.test(before);
}

/** Whether the words at this position of a turn correct something, in the language of this code or in English. */
export function isCorrection(turn: string, at: number, code?: string): boolean {
  const before = turn.slice(Math.max(0, at - LONGEST), at);
  return talkOf(code)?.corrects(before) ?? CORRECTING.test(before);
}
