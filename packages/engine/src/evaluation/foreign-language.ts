/**
 * The local engine reads English. On a conversation in another language it does not guess: what it would answer from words gets confidence 0 and a reason that says
 * so, and the run has a warning. Metrics, patterns (mail addresses, numbers) and what was learned from labelled conversations hold in any language.
 */
import type { Basis, BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { languageName } from '../conversation/detect-language.ts';

/** Below this the language may well be English after all. */
const ENOUGH = 0.8;
const FROM_WORDS = new Set<Basis>(['lexical', 'weak']);

/** The name of the conversation's language; undefined for English, and when it is not known. */
export function foreignLanguage({ language }: Conversation): string | undefined {
  if (language === undefined || language.code === 'en' || language.probability < ENOUGH) return undefined;
  return languageName(language.code);
}

export function abstainIfForeign(outcome: BrickOutcome, language: string | undefined): BrickOutcome {
  if (language === undefined || !FROM_WORDS.has(outcome.basis)) return outcome;
  return {
    ...outcome,
    confidence: 0,
    evidence: [],
    reason: `The conversation is in ${language}; the local engine reads English, so this value is not an answer.`,
  };
}

/** For the bricks that the local engine answers. */
export function warnOfForeignLanguage(bricks: readonly BrickDocument[], conversation: Conversation): string[] {
  const language = foreignLanguage(conversation);
  const keys = bricks.filter((brick) => !isMetric(brick)).map(({ key }) => key);
  if (language === undefined || keys.length === 0) return [];
  const shown = keys.length > 8 ? `${keys.slice(0, 8).join(', ')} and ${keys.length - 8} more` : keys.join(', ');
  return [
    `The conversation is in ${language}. The local engine reads English and does not answer from words in other languages (${shown}). Configure a model with BRICKWORK_MODEL for these conversations.`,
  ];
}

/** The local engine writes its reasons in English, whatever language the kit asks for. */
export function warnOfAnswerLanguage(language: string | undefined, bricks: readonly BrickDocument[]): string[] {
  const isOther = language !== undefined && language !== 'conversation' && !/^en(?:-|$)/.test(language);
  if (!isOther || bricks.every(isMetric)) return [];
  return [
    `The kit asks for answers in ${languageName(language)}. The local engine writes its reasons in English; a model writes them in the kit’s language (BRICKWORK_MODEL).`,
  ];
}
