/**
 * Polite formulas: the reply to "How are you?" and to "Anything else?", a goodbye. It may be what a question is about ("Did the agent say
 * goodbye?"), but it is not a denial: "No, that's everything" does not mean that nobody wants to cancel.
 */
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { phrasePattern } from '../core/read-vocabulary.ts';

const OFFERS_HELP = phrasePattern('speech-acts', 'offer_help');
const SMALL_TALK = phrasePattern('speech-acts', 'small talk');
const FAREWELL = phrasePattern('speech-acts', 'farewell');
/** A longer reply says more than thanks. */
const SHORT_REPLY = 12;
const SHORT_FAREWELL = 6;

function wordsIn({ text }: Turn): number {
  return (text.match(/\S+/g) ?? []).length;
}

/** In the form of the patterns: lower case, single spaces, contractions of "is" expanded. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, ' is')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function lastSentence(text: string): string {
  return /[^.!?]*[.!?]*\s*$/.exec(text.slice(-LONGEST_SENTENCE))?.[0] ?? '';
}

const LONGEST_SENTENCE = 300;

export function isCourtesy({ turns }: Conversation, index: number): boolean {
  const turn = turns[index];
  if (turn === undefined) return false;
  const words = wordsIn(turn);
  if (words <= SHORT_FAREWELL && FAREWELL.test(plain(turn.text))) return true;
  const asking = turns[index - 1];
  if (words > SHORT_REPLY || asking === undefined) return false;
  const asked = plain(lastSentence(asking.text));
  return SMALL_TALK.test(asked) || (OFFERS_HELP.test(asked) && asking.text.trimEnd().endsWith('?'));
}
