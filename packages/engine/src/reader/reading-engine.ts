/**
 * The local engine: every brick is first answered from the words of the conversation, then, if the reading model can improve it, from the
 * reading. Learned bricks and texts with a clear form keep the answer from the words.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { brickType } from '../bricks/brick-types.ts';
import { hasForm } from '../bricks/text/has-form.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { type Wording, wordingFor } from '../core/wording.ts';
import { roundConfidence } from '../words/answer/calibrate.ts';
import { type LexicalAnswer, unasked } from '../words/answer/lexical-answer.ts';
import { createLexicalReader, type LexicalReader } from '../words/lexical-reader.ts';
import { answerRead } from './answer-read.ts';
import { type AskedBrick, askBrick } from './ask-brick.ts';
import { claimOf } from './calibration.ts';
import { choiceFeatures } from './features.ts';
import { holdBack, reservationFor } from './hold-back.ts';
import { judgeByHead, needsVector, type OwnHead, ownHead, toldAsLearned } from './learn/answer-head.ts';
import type { LocalAnswers, LocalEngine, LocalMeans } from './local-engine.ts';
import { isPlainStatement } from './plain-statement.ts';
import { type BrickReading, readBricks } from './read-bricks.ts';
import { ENGLISH_READER, type Reader, readerOf } from './readers.ts';
import { type ReaderName, ReaderUnavailableError, type ReadModel } from './reading.ts';
import { optionChances } from './scores.ts';

/** Bricks with conditions are asked in rounds: a conversation is prepared for its words once. */
const wordsOf = new WeakMap<Conversation, LexicalReader>();

function lexicalReader(conversation: Conversation): LexicalReader {
  const known = wordsOf.get(conversation);
  if (known !== undefined) return known;
  const words = createLexicalReader(conversation);
  wordsOf.set(conversation, words);
  return words;
}

/** For a language without word lists, words answer learned bricks, and forms that look the same everywhere. */
export function answerByWords(words: LexicalReader, { hasWords }: Reader, brick: BrickDocument): LexicalAnswer {
  if (hasWords) return words.answer(brick);
  if (brick.learned === undefined && !hasForm(brick)) return unasked(brick);
  const answer = words.answer(brick);
  return answer.outcome.basis === 'learned' || hasForm(brick) ? answer : unasked(brick);
}

/** One per thread: what it learns about the model stays in the thread. */
export function createReadingEngine(): LocalEngine {
  const readOrWarn = createAsking();
  return (kit, bricks, conversation, means) =>
    answerAll(readOrWarn, bricks, conversation, {
      ...means,
      wording: wordingFor(kit.language, conversation.language?.code),
    });
}

async function answerAll(
  readOrWarn: ReadOrWarn,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
  { read, readers, lexical, wording }: LocalMeans & { wording: Wording },
): Promise<LocalAnswers> {
  const reader = readerOf(conversation, readers) ?? ENGLISH_READER;
  const words = lexicalReader(conversation);
  const candidatesIn = words.candidatesIn.bind(words);
  const answers = new Map(bricks.map((brick) => [brick.key, answerByWords(words, reader, brick)]));
  const byWords = () => bricks.flatMap(({ key }) => answers.get(key)?.outcome ?? []);
  if (read === undefined || bricks.every(({ key }) => lexical.has(key))) return { outcomes: byWords(), warnings: [] };
  const held = reservationFor(conversation);
  const readMost = conversation.turns.some(({ side }) => side !== undefined) ? 1 : WITHOUT_SIDES;
  const isShort = reader.hasWords && (conversation.text.match(/\S+/g) ?? []).length < SHORT_WORDS;
  const asked = bricks
    .filter((brick) => !lexical.has(brick.key))
    .flatMap((brick) => askedBeyond(brick, answers.get(brick.key), { reader, isShort }));
  const heldBack = () => byWords().map((outcome) => (lexical.has(outcome.key) ? outcome : holdBack(held, outcome)));
  if (asked.length === 0) return { outcomes: heldBack(), warnings: held.warnings };
  const heads = headsOf(asked, reader);
  const vectorsOf = new Set([...heads].filter(([, head]) => needsVector(head)).map(([key]) => key));
  const reading = await readOrWarn(read, reader, conversation, asked, vectorsOf);
  if ('warning' in reading) return { outcomes: heldBack(), warnings: [...held.warnings, reading.warning] };
  const readings = new Map(reading.readings.map((each) => [each.asked.brick.key, each]));
  const outcomes = bricks.flatMap((brick): BrickOutcome[] => {
    const byWord = answers.get(brick.key);
    const each = readings.get(brick.key);
    if (byWord === undefined) return [];
    if (lexical.has(brick.key)) return [byWord.outcome];
    if (each === undefined || each.pairs.length === 0) return [holdBack(held, byWord.outcome)];
    const head = heads.get(brick.key);
    const judged = head && judgeByHead(head, each, byWord);
    const read = answerRead({ conversation, reading: each, lexical: byWord, judged, candidatesIn, wording });
    if (head !== undefined) return [holdBack(held, toldAsLearned(head, read, wording))];
    if (readMost === 1 && isPlainStatement(conversation, each, byWord, read))
      return [{ ...read, confidence: Math.max(read.confidence, surestOf(reader)) }];
    const claimed = isChoice(each.asked) ? within(readMost, read) : read;
    if (!reader.hasWords) return [holdBack(held, hasManyOptions(each.asked) ? within(MANY_READ, claimed) : claimed)];
    if (isHinted(each.asked)) return [holdBack(held, settle(brick, byWord.outcome, claimed))];
    const isSettled = each.asked.as === 'category' && (isShort || hasManyOptions(each.asked));
    return [holdBack(held, isSettled ? settleCategory(each, byWord.outcome, claimed) : claimed)];
  });
  return { outcomes, warnings: [...held.warnings, ...warnOfOutdated(asked, reader)] };
}

/** What the clearest reading may claim. */
function surestOf(reader: Reader): number {
  return roundConfidence(claimOf(reader.calibration().boolean, 1));
}

function headsOf(asked: readonly AskedBrick[], reader: Reader): Map<string, OwnHead> {
  return new Map(
    asked.flatMap(({ brick }): [string, OwnHead][] => {
      const head = ownHead(brick, reader);
      return head === undefined || head === 'outdated' ? [] : [[brick.key, head]];
    }),
  );
}

function warnOfOutdated(asked: readonly AskedBrick[], reader: Reader): string[] {
  const keys = asked.filter(({ brick }) => ownHead(brick, reader) === 'outdated').map(({ brick }) => brick.key);
  if (keys.length === 0) return [];
  return [
    `What ${keys.join(', ')} learned was fitted with another version of the reader, for another language or for other categories and was not used. Run brickwork kits learn again.`,
  ];
}

/**
 * Confidence was earned on conversations in which the sides are known. Where nobody is agent or customer (two campers who share out their
 * supplies), yes/no answers were right by chance only.
 */
const WITHOUT_SIDES = 0.6;

function within(most: number, outcome: BrickOutcome): BrickOutcome {
  return outcome.confidence <= most ? outcome : { ...outcome, confidence: most };
}

/** Above this, the form and position of a text in a short chat are clear, and reading would be a waste of time. */
const PLAIN_FORM = 0.75;

/**
 * What a short task chat is about its words say better than the model does (STAR, 106 words on the median: .84 of the categories right, read .71); in calls as
 * people really talk it is the other way round, and there the words are unsure. So in short conversations the words, unless they are unsure and the
 * model differs on a few options; and words that the model does not confirm are not sure: an option's word may be said for another reason.
 */
const SHORT_WORDS = 200;

/** The bricks on which the model is asked too. Of lists and ratings nobody has labelled any in the languages of the second reader. */
function askedBeyond(
  brick: BrickDocument,
  answer: LexicalAnswer | undefined,
  { reader, isShort }: { reader: Reader; isShort: boolean },
): AskedBrick[] {
  const asked = askBrick(brick);
  if (answer === undefined || asked === undefined || answer.outcome.basis === 'learned') return [];
  if (ownHead(brick, reader) !== undefined) return [asked];
  switch (asked.as) {
    case 'text': {
      const { extract } = asked.brick;
      const isPlain = extract?.startsWith('/') === true || (isShort && answer.outcome.confidence >= PLAIN_FORM);
      return extract !== undefined && isPlain ? [] : [asked];
    }
    case 'number':
      return [asked];
    case 'boolean':
    case 'category':
      return isLiteral(asked, answer) || (isShort && isHinted(asked)) ? [] : [asked];
    case 'categories':
      return isShort || !reader.hasWords ? [] : [asked];
    case 'rating':
      return isShort || !reader.hasWords || SATISFACTION.test(asked.text) ? [] : [asked];
  }
}

/**
 * What one side says, asked literally ("Did the agent ask for the account number?", with `speaker`), the words answer better in chats of any
 * length (STAR: .93 of 652 right, read .75).
 */
function isLiteral(asked: AskedBrick, { outcome }: LexicalAnswer): boolean {
  return asked.as === 'boolean' && asked.brick.speaker !== undefined && outcome.basis === 'lexical';
}

/** The words have signs of how content a customer is; of ratings that differ from call to call the model has learned little. */
const SATISFACTION = /\b(?:satisf\w+|happy|happiness|content|pleased)\b/i;

function isChoice({ as }: AskedBrick): boolean {
  return as === 'boolean' || as === 'category';
}

function isHinted(asked: AskedBrick): boolean {
  return (isChoice(asked) || asked.as === 'categories') && asked.brick.hints !== undefined;
}

/** If the words of the hints and the model disagree, neither is sure. */
const DISAGREED = 0.6;

function surerOf(words: BrickOutcome, read: BrickOutcome): BrickOutcome {
  return read.confidence > words.confidence ? read : words;
}

/**
 * Where one of a few options is clearly ahead of the others, the model tells better what a short call is about than words that are not sure
 * (of 46 such disagreements in short calls it was right in 34, the words in 5). More than six options it never met: of the 4,969 labelled questions with options one has seven. Among more the
 * words choose, in conversations of any length, and the model only confirms.
 */
const FEW_OPTIONS = 6;
/** The maximum confidence of the model alone with more options. */
const MANY_READ = 0.6;
const CLEAR_LEAD = 1.5;
const SURE_WORDS = 0.8;

/**
 * Of a few options that are told by their descriptions alone, words and model often take the same wrong one: of 10 short calls about intents in everyday words
 * (`bench/quality/intents`) on which they agreed above 0.6, 6 were right. Among many options, and with hints, agreement is worth what the words claim.
 */
const FEW_AGREED = 0.6;

function hasOptionHints(asked: AskedBrick): boolean {
  return asked.as === 'category' && asked.brick.categories.some(({ hints }) => hints !== undefined);
}

function hasManyOptions(asked: AskedBrick): boolean {
  return asked.as === 'category' && asked.options.length > FEW_OPTIONS;
}

/** Words that the model does not confirm are a guess. */
function settleCategory({ asked, pairs }: BrickReading, words: BrickOutcome, read: BrickOutcome): BrickOutcome {
  const surer = surerOf(words, read);
  const chances = optionChances(pairs);
  const isFew = !hasManyOptions(asked);
  if (brickType(asked.brick).agree(asked.brick, words.value, read.value))
    return isFew && !hasOptionHints(asked) ? within(FEW_AGREED, surer) : surer;
  const isClear = (choiceFeatures(chances).lead ?? 0) >= CLEAR_LEAD;
  return isFew && isClear && words.confidence < SURE_WORDS
    ? read
    : { ...words, confidence: Math.min(words.confidence, DISAGREED) };
}

function settle(brick: BrickDocument, words: BrickOutcome, read: BrickOutcome): BrickOutcome {
  const surer = surerOf(words, read);
  if (brickType(brick).agree(brick, words.value, read.value)) return surer;
  return {
    ...surer,
    confidence: Math.min(surer.confidence, DISAGREED),
    reason: `${surer.reason} Not certain: by its hints the answer is ${words.value}, by what was read ${read.value}.`,
  };
}

type ReadOrWarn = (
  read: ReadModel,
  reader: Reader,
  conversation: Conversation,
  asked: readonly AskedBrick[],
  vectorsOf: ReadonlySet<string>,
) => Promise<{ readings: BrickReading[] } | { warning: string }>;

function createAsking(): ReadOrWarn {
  /** Why the model is no longer asked. */
  const givenUp = new Map<ReaderName, string>();
  return async (read, reader, conversation, asked, vectorsOf) => {
    const reason = givenUp.get(reader.name);
    if (reason !== undefined) return { warning: unavailable(reason) };
    try {
      return await readBricks(read, reader, conversation, asked, { vectorsOf });
    } catch (error) {
      if (!(error instanceof ReaderUnavailableError)) throw error;
      if (error.isLasting) givenUp.set(reader.name, error.message);
      return { warning: unavailable(error.message) };
    }
  };
}

function unavailable(reason: string): string {
  return `The reader could not be used (${reason}), so bricks were answered from their words alone. Expect weaker answers.`;
}
