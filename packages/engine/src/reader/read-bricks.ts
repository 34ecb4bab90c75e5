/**
 * Asks the model the bricks: the conversation is cut and encoded once, then every question is read with the windows that are
 * most like it. What a kit may cost is limited in numbers that depend on kit and conversation alone, never on the clock, so
 * that the same input always gives the same answers.
 */
import type { Conversation } from '../conversation/conversation.ts';
import type { AskedBrick } from './ask-brick.ts';
import { cutWindows, type Window } from './cut-windows.ts';
import { type EncodedQuestion, type EncodedWindow, encodeQuestion, encodeWindow } from './encode.ts';
import type { Reader } from './readers.ts';
import type { PairReading, ReadModel } from './reading.ts';

export interface ReadWindow extends Window, EncodedWindow {}

export interface BrickReading {
  asked: AskedBrick;
  /** What read it. */
  reader: Reader;
  /** How many windows of the conversation were looked at: those that were read are some of them. */
  looked: number;
  /** The windows that were read, in the order of the conversation. */
  pairs: ReadonlyArray<PairReading & { source: ReadWindow }>;
}

export interface ReadBricks {
  readings: BrickReading[];
  /** Windows of the whole conversation, and how many of them were looked at. */
  windows: number;
  looked: number;
}

const WINDOWS_PER_QUESTION = 3;
/** In tokens times layers; 1,000 take about 68 ms on one core. */
const COST_LIMIT = 64_000;
/** In a longer conversation, only the windows that share rare words with the questions are considered, and its two ends. */
const MOST_WINDOWS = 40;
const KEPT_ENDS = 2;

export interface ReadLimits {
  mostWindows?: number;
  costLimit?: number;
  /** Keys of the bricks whose pairs need a `vector`. */
  vectorsOf?: ReadonlySet<string> | undefined;
}

export async function readBricks(
  read: ReadModel,
  reader: Reader,
  conversation: Conversation,
  asked: readonly AskedBrick[],
  { mostWindows = WINDOWS_PER_QUESTION, costLimit = COST_LIMIT, vectorsOf }: ReadLimits = {},
): Promise<ReadBricks> {
  const tokenizer = reader.tokenizer();
  const all = cutWindows(conversation).map(
    (window): ReadWindow => ({ ...window, ...encodeWindow(tokenizer, window.text) }),
  );
  const questions = asked.map((question) => encodeAsked(reader, question));
  const windows = chooseWindows(all, questions);
  const readings = await read({
    ...(reader.name !== 'english' && { reader: reader.name }),
    windows: windows.map(({ ids }) => ids),
    questions: questions.map(({ ids, marks }, at) => {
      const question = { ids, marks, kind: asked[at]?.kind ?? 'verdict' };
      return vectorsOf?.has(asked[at]?.brick.key ?? '') === true ? { ...question, withVector: true } : question;
    }),
    mostWindows,
    costLimit,
  });
  return {
    windows: all.length,
    looked: windows.length,
    readings: asked.map((brick, at) => ({
      asked: brick,
      reader,
      looked: windows.length,
      pairs: (readings[at] ?? []).flatMap((pair) => {
        const source = windows[pair.window];
        return source === undefined ? [] : [{ ...pair, source }];
      }),
    })),
  };
}

/** A reader of other languages than English judges categories by their descriptions: the English keys of a kit tell it nothing about a German call. */
export function encodeAsked(reader: Reader, asked: AskedBrick): EncodedQuestion {
  const options = 'options' in asked ? asked.options : [];
  const worded = options.map(({ wording, described = wording }) => (reader.hasWords ? wording : described));
  return encodeQuestion(reader.tokenizer(), asked.text, worded);
}

function chooseWindows(windows: readonly ReadWindow[], questions: readonly EncodedQuestion[]): ReadWindow[] {
  if (windows.length <= MOST_WINDOWS) return [...windows];
  const asked = new Set(questions.flatMap(({ ids }) => ids));
  const words = windows.map(({ ids }) => new Set(ids.filter((id) => asked.has(id))));
  const counts = new Map<number, number>();
  for (const set of words) for (const id of set) counts.set(id, (counts.get(id) ?? 0) + 1);
  const ranked = words.map((set, at) => {
    const isEnd = at < KEPT_ENDS || at >= windows.length - KEPT_ENDS;
    const rarity = [...set].reduce((sum, id) => sum + Math.log(windows.length / (counts.get(id) ?? 1)), 0);
    return { at, score: isEnd ? Number.POSITIVE_INFINITY : rarity };
  });
  ranked.sort((left, right) => right.score - left.score || left.at - right.at);
  const kept = new Set(ranked.slice(0, MOST_WINDOWS).map(({ at }) => at));
  return windows.filter((_, at) => kept.has(at));
}
