/**
 * The local engine reads the languages of its readers. In other languages it does not guess: answers from words have no value and
 * confidence 0, with a reason, and the run has a warning. Word lists exist for English only, so in other languages only the reader answers.
 * If it is not certain that the conversation is in a supported language, confidence is at most 0.5. Counts, talk and silence, forms (mail
 * addresses, web addresses, patterns of the kit) and learned heads work in any language.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import { looksForWords } from '../bricks/numeric/looks-for-words.ts';
import { hasForm } from '../bricks/text/has-form.ts';
import type { Conversation, Language } from '../conversation/conversation.ts';
import { languageName } from '../conversation/detect-language.ts';
import { ENGLISH_WORDING, type Wording, wordingIn } from '../core/wording.ts';
import { hasQuestionMarks } from '../metric/find-questions.ts';
import type { LocalMeans } from '../reader/local-engine.ts';
import { ENGLISH_READER, type Reader, readerOf, readLanguages, shareRead, shippedReaders } from '../reader/readers.ts';

/** From this share on, the conversation counts as being in a supported language. */
const CERTAIN = 0.9;
const UNCERTAIN_CONFIDENCE = 0.5;

export interface LanguageCheck {
  /** False for bricks that do not need to be asked: their answer would be from words in an unsupported language. */
  canAnswer(brick: BrickDocument): boolean;
  /** Whether a reader knows the language. */
  isRead: boolean;
  /** Limits answers by what is known about the language; returns the outcome itself if nothing changes. */
  limit(brick: BrickDocument, outcome: BrickOutcome): BrickOutcome;
  /** For the run, about the bricks whose answers were limited. */
  warn(keys: readonly string[]): string;
}

const READ = { isRead: true, canAnswer: () => true };

/** Without the reading model, only word lists are left, which exist for English only. */
export function checkLanguage(
  conversation: Conversation,
  { read, readers = shippedReaders() }: Pick<LocalMeans, 'read' | 'readers'>,
  wording: Wording = ENGLISH_WORDING,
): LanguageCheck {
  const { language } = conversation;
  if (language === undefined)
    return doubted(
      conversation,
      ENGLISH_READER,
      wording,
      'There are too few words to tell the language of the conversation',
    );
  const able = read === undefined ? [ENGLISH_READER] : readers;
  const reader = readerOf(conversation, able);
  const name = nameOf(language);
  if (reader === undefined) return notRead(conversation, name, able, wording);
  if (shareRead(reader, language) >= CERTAIN)
    return reader.hasWords
      ? { ...READ, limit: (_, outcome) => outcome, warn: () => '' }
      : { ...READ, ...withoutWords(conversation, name, wording) };
  return doubted(
    conversation,
    reader,
    wording,
    `The conversation may not be in ${reader.hasWords ? 'English' : languageName(language.code)} throughout (${name})`,
  );
}

function doubted(conversation: Conversation, { hasWords }: Reader, wording: Wording, doubt: string): LanguageCheck {
  const words = withoutWords(conversation, languageName(conversation.language?.code ?? 'en'), wording);
  return {
    ...READ,
    limit: (brick, given) => {
      const outcome = hasWords ? given : words.limit(brick, given);
      return outcome.confidence <= UNCERTAIN_CONFIDENCE || !restsOnWords(brick, outcome, conversation)
        ? outcome
        : { ...outcome, confidence: UNCERTAIN_CONFIDENCE, reason: `${outcome.reason} ${doubt}.` };
    },
    warn: (keys) =>
      `${doubt}, so answers from its words (${listed(keys)}) have a confidence of at most ${UNCERTAIN_CONFIDENCE}. If you know the language, send it: "language": "${conversation.language?.code ?? 'en'}" in the input.`,
  };
}

/** The reader supports the language and the word lists do not. */
function withoutWords(
  conversation: Conversation,
  name: string,
  wording: Wording,
): Pick<LanguageCheck, 'limit' | 'warn'> {
  return {
    limit: (brick, outcome) =>
      isRead(outcome) || hasForm(brick) || !restsOnWords(brick, outcome, conversation)
        ? outcome
        : unanswered(outcome, wording.say('english words', { language: ownName(conversation, wording) })),
    warn: (keys) =>
      `The conversation is in ${name}. The local engine answers ${listed(keys)} from English words and did not answer. Configure a model with BRICKWORK_MODEL for these bricks.`,
  };
}

function isRead({ basis }: BrickOutcome): boolean {
  return basis === 'read' || basis === 'unsaid';
}

function notRead(
  conversation: Conversation,
  name: string,
  readers: readonly Reader[],
  wording: Wording,
): LanguageCheck {
  const languagesIn = (language: string) =>
    new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(
      readLanguages(readers).map((code) => languageName(code, language)),
    );
  const read = languagesIn('en');
  return {
    isRead: false,
    canAnswer: (brick) => isMetric(brick) || brick.learned !== undefined || hasForm(brick),
    limit: (brick, outcome) =>
      restsOnWords(brick, outcome, conversation)
        ? unanswered(
            outcome,
            wording.say('not read', {
              language: ownName(conversation, wording),
              read: languagesIn(wording.language),
            }),
          )
        : outcome,
    warn: (keys) =>
      `The conversation is in ${name}. The local engine reads ${read} and does not answer from words in other languages (${listed(keys)}). Configure a model with BRICKWORK_MODEL for these conversations.`,
  };
}

function unanswered(outcome: BrickOutcome, reason: string): BrickOutcome {
  return { ...outcome, value: null, applicability: 'abstained', confidence: 0, evidence: [], reason };
}

/** Reasons of read or computed answers are in the kit's language if it has sentences; answers from words are explained in English. */
export function warnOfAnswerLanguage(
  language: string | undefined,
  bricks: readonly BrickDocument[],
  outcomes: readonly BrickOutcome[],
): string[] {
  const isOther = language !== undefined && language !== 'conversation' && !/^en(?:-|$)/.test(language);
  if (!isOther) return [];
  const hasSentences = wordingIn(language).language !== 'en';
  const answered = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  const english = bricks.filter((brick) => {
    const outcome = answered.get(brick.key);
    if (isMetric(brick) || outcome === undefined) return false;
    return !hasSentences || !(isRead(outcome) || outcome.value === null);
  });
  if (english.length === 0) return [];
  return [
    `The kit asks for answers in ${languageName(language)}. The local engine explains ${listed(english.map(({ key }) => key))} in English; a model answers in the kit’s language (BRICKWORK_MODEL).`,
  ];
}

function nameOf({ code, shares = {} }: Language, language = 'en'): string {
  const codes = Object.keys(shares);
  const names = (codes.length < 2 ? [code] : codes).map((each) => languageName(each, language));
  return new Intl.ListFormat(language).format(names);
}

/** The name of the conversation's language, in the language of the reason. */
function ownName({ language }: Conversation, wording: Wording): string {
  return language === undefined ? '' : nameOf(language, wording.language);
}

function restsOnWords(brick: BrickDocument, outcome: BrickOutcome, conversation: Conversation): boolean {
  if (isMetric(brick)) return looksForWords(brick.metric, hasQuestionMarks(conversation));
  return outcome.basis !== 'learned' && !(hasForm(brick) && outcome.evidence.length > 0);
}

function listed(keys: readonly string[]): string {
  return keys.length > 8 ? `${keys.slice(0, 8).join(', ')} and ${keys.length - 8} more` : keys.join(', ');
}
