/**
 * Whether a model's quote for a yes, a no or a category is related to it. A quote is read alone, with the turn before it, in the same way
 * as a whole conversation: a quote that leaves the question open, or says something else, supports nothing. Milliseconds per quote, English
 * only.
 */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { type AskedBrick, askBrick } from './ask-brick.ts';
import { type BrickReading, type ReadBricks, readBricks } from './read-bricks.ts';
import { ENGLISH_READER } from './readers.ts';
import { ReaderUnavailableError, type ReadModel } from './reading.ts';
import { type VerdictScores, verdictScores } from './scores.ts';

export interface QuotedAnswer {
  key: string;
  value: BrickValue;
  /** The turns that were quoted. */
  turns: readonly number[];
  /** The certainty of the answer, if the value of the quote is needed. */
  confidence?: number;
}

export interface WeighedQuote {
  key: string;
  /** Whether the quote is related to the answer. */
  isEnough: boolean;
  /** The probability that the answer is right and that the quote shows it. */
  worth?: number;
}

/** The keys of answers that their quotes do not support. */
export type CheckQuotes = (
  read: ReadModel,
  conversation: Conversation,
  bricks: readonly BrickDocument[],
  quoted: readonly QuotedAnswer[],
) => Promise<string[]>;

export function createQuoteCheck(): CheckQuotes {
  return async (read, conversation, bricks, quoted) =>
    (await weighQuotes(read, conversation, bricks, quoted)).flatMap(({ key, isEnough }) => (isEnough ? [] : [key]));
}

/** Of each quote that can be judged. */
export async function weighQuotes(
  read: ReadModel,
  conversation: Conversation,
  bricks: readonly BrickDocument[],
  quoted: readonly QuotedAnswer[],
): Promise<WeighedQuote[]> {
  const weighed: WeighedQuote[] = [];
  for (const [places, answers] of Map.groupBy(quoted, ({ turns }) => withTurnsBefore(turns).join())) {
    const kept = new Set(places.split(',').map(Number));
    const excerpt = { ...conversation, turns: conversation.turns.filter(({ index }) => kept.has(index)) };
    const asked = answers.flatMap((answer) => {
      const question = questionOf(bricks.find((brick) => brick.key === answer.key));
      return question === undefined ? [] : [{ answer, question }];
    });
    const questions = asked.map(({ question }) => question);
    const { readings } = await readOrNothing(readBricks(read, ENGLISH_READER, excerpt, questions));
    for (const [at, { answer }] of asked.entries()) {
      const reading = readings[at];
      if (reading !== undefined) weighed.push(weigh(reading, answer));
    }
  }
  return weighed;
}

function weigh(reading: BrickReading, { key, value, confidence }: QuotedAnswer): WeighedQuote {
  const isEnough = supportOf(reading, value) >= LEAST[leastFor(value)];
  if (confidence === undefined) return { key, isEnough };
  if (typeof value !== 'boolean') return { key, isEnough, worth: isEnough ? confidence : 0 };
  return { key, isEnough, worth: worthOf(value, confidence, verdictScores(reading.pairs)) };
}

/**
 * Fitted on the yes and no of eight kits for choosing, each with the quote that the engine gave: whether its answer was right and a person had named the same place.
 * `bench/quality/quotes.ts` measures it on others.
 */
const WORTH = {
  yes: { sureness: 0.41, clearness: 0.19, base: -0.81 },
  no: { sureness: 0.59, clearness: 0.11, base: -0.79 },
} as const;
const SUREST = 0.97;
const CLEAREST = { low: -6, high: 8 } as const;

/** Increases with the confidence, and with the clarity of the quote alone. */
function worthOf(value: boolean, confidence: number, alone: VerdictScores): number {
  const { sureness, clearness, base } = WORTH[value ? 'yes' : 'no'];
  const sure = Math.min(SUREST, confidence);
  const clear = Math.max(CLEAREST.low, Math.min(CLEAREST.high, value ? alone.yes : alone.no));
  return 1 / (1 + Math.exp(-(sureness * Math.log(sure / (1 - sure)) + clearness * clear + base)));
}

/** The maximum value of a yes or no quote: quotes that cannot be shown do not need to be read. */
export function mostWorth(value: boolean, confidence: number): number {
  return worthOf(value, confidence, { yes: CLEAREST.high, no: CLEAREST.high });
}

/** Without the reader, the value of quotes is unknown. */
async function readOrNothing(reading: Promise<ReadBricks>): Promise<Pick<ReadBricks, 'readings'>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReaderUnavailableError) return { readings: [] };
    throw error;
  }
}

/** A quote often answers the turn before it. */
function withTurnsBefore(turns: readonly number[]): number[] {
  return [...new Set(turns.flatMap((turn) => (turn > 0 ? [turn - 1, turn] : [turn])))].toSorted((a, b) => a - b);
}

/** Numbers and texts are checked by their words (`bears-on.ts`). */
export function questionOf(brick: BrickDocument | undefined): AskedBrick | undefined {
  const asked = brick && askBrick(brick);
  return asked?.as === 'boolean' || asked?.as === 'category' ? asked : undefined;
}

const LIKENESS_WEIGHT = 10;
/**
 * Chosen on the kits for choosing so that 95 % of the labelled quotes pass. On the kits for the report (450 answers, each
 * with its own quote and with another turn of the same conversation) .94 of the right quotes passed and .63 of the foreign ones did not: yes .71, no .52,
 * categories .67.
 */
const LEAST = { yes: -6.6, no: -2, category: -4.4 } as const;

function leastFor(value: BrickValue): keyof typeof LEAST {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'category';
}

/** How clearly the excerpt gives the value rather than nothing, and how related it is to the question. */
function supportOf({ asked, pairs }: BrickReading, value: BrickValue): number {
  const likeness = LIKENESS_WEIGHT * Math.max(...pairs.map((pair) => pair.likeness));
  if (asked.as === 'boolean') {
    const { yes, no } = verdictScores(pairs);
    return (value === true ? yes : no) + likeness;
  }
  const option = asked.as === 'category' ? asked.options.findIndex((each) => each.value === value) : -1;
  const chosen = pairs.map(({ options, undecided }) => {
    const score = options[option]?.[0];
    // An option that did not fit into the question cannot be judged.
    return score === undefined ? Number.POSITIVE_INFINITY : score - undecided;
  });
  return Math.max(...chosen) + likeness;
}
