/**
 * Whether what a model quotes for a yes, a no or a category has to do with it. A quote is read alone, with the turn before it, as the whole conversation
 * would be: one that leaves the question open, or says something else, supports nothing. Milliseconds per quote, English only.
 */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { type AskedBrick, askBrick } from './ask-brick.ts';
import { type BrickReading, type ReadBricks, readBricks } from './read-bricks.ts';
import { ENGLISH_READER } from './readers.ts';
import { ReaderUnavailableError, type ReadModel } from './reading.ts';
import { verdictScores } from './scores.ts';

export interface QuotedAnswer {
  key: string;
  value: BrickValue;
  /** The turns that were quoted. */
  turns: readonly number[];
}

/** The keys of answers that their quotes do not support. */
export type CheckQuotes = (
  read: ReadModel,
  conversation: Conversation,
  bricks: readonly BrickDocument[],
  quoted: readonly QuotedAnswer[],
) => Promise<string[]>;

export function createQuoteCheck(): CheckQuotes {
  return async (read, conversation, bricks, quoted) => {
    const unsupported: string[] = [];
    for (const [places, answers] of Map.groupBy(quoted, ({ turns }) => withTurnsBefore(turns).join())) {
      const kept = new Set(places.split(',').map(Number));
      const excerpt = { ...conversation, turns: conversation.turns.filter(({ index }) => kept.has(index)) };
      const asked = answers.flatMap(({ key, value }) => {
        const question = questionOf(bricks.find((brick) => brick.key === key));
        return question === undefined ? [] : [{ key, value, question }];
      });
      const questions = asked.map(({ question }) => question);
      const { readings } = await readOrNothing(readBricks(read, ENGLISH_READER, excerpt, questions));
      for (const [at, { key, value }] of asked.entries()) {
        const reading = readings[at];
        if (reading !== undefined && supportOf(reading, value) < LEAST[leastFor(value)]) unsupported.push(key);
      }
    }
    return unsupported;
  };
}

/** Without the reader nothing is known of the quotes. */
async function readOrNothing(reading: Promise<ReadBricks>): Promise<Pick<ReadBricks, 'readings'>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReaderUnavailableError) return { readings: [] };
    throw error;
  }
}

/** What was quoted often answers what was said before it. */
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

/** How clearly the excerpt gives the value rather than nothing, and how much it is about what is asked. */
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
