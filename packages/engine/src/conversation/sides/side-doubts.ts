/**
 * What makes the sides doubtful, in addition to the probability of each: a label that the words contradict, everybody on one side, one
 * speaker alone in what looks like a dialogue, speakers without a side among others, a turn so long that a label may be missing.
 */
import type { Conversation, ConversationFormat, Side, Speaker } from '../conversation.ts';
import { isNeitherSide } from '../infer-side.ts';

export interface SideDoubts {
  /** Speakers whose label and words indicate different sides. */
  contradicted: Array<Speaker & { conflict: NonNullable<Speaker['conflict']> }>;
  /** Speakers whose side is likely, but not certain. */
  doubtful: Speaker[];
  /** The side that everybody is on. */
  onlySide: Side | undefined;
  /** The only speaker of a dialogue. */
  alone: string | undefined;
  /** Speakers without a side among others with a known side. */
  withoutSide: string[];
  longTurn: { speaker: string | undefined; index: number; words: number; median: number } | undefined;
}

/** A side that is less likely than this always has a warning. */
const CERTAIN = 0.9;
/** A monologue below this length is not unusual. */
const DIALOGUE_WORDS = 60;
const LONG = 10;
/** In a chat of "ok" and "yes", ten times the median is one sentence. */
const LONG_WORDS = 60;
/** Below this many turns, a median is not reliable. */
const MIN_TURNS = 4;
/** For these, a single speaker is normal. */
const MAILS: ReadonlySet<ConversationFormat> = new Set([
  'plain',
  'email',
  'mime',
  'zendesk',
  'freshdesk',
  'front',
  'helpscout',
  'gorgias',
  'hubspot',
  'intercom',
  'salesforce',
  'graph_mail',
]);

export function findSideDoubts(conversation: Conversation): SideDoubts {
  const { speakers = [] } = conversation;
  const people = speakers.filter(
    ({ label, side, kind }) => side !== undefined || (kind === undefined && !isNeitherSide(label)),
  );
  const sides = new Set(people.map(({ side }) => side));
  const [side] = sides;
  const known = people.filter((speaker) => speaker.side !== undefined);
  const unknown = people.filter((speaker) => speaker.side === undefined);
  return {
    contradicted: people.flatMap((speaker) =>
      speaker.conflict === undefined ? [] : [{ ...speaker, conflict: speaker.conflict }],
    ),
    // With two people, resolving the contradiction resolves the other side, too.
    doubtful:
      people.length === 2 && people.some(({ conflict }) => conflict !== undefined)
        ? []
        : known.filter(({ probability, conflict }) => probability < CERTAIN && conflict === undefined),
    onlySide: people.length > 1 && sides.size === 1 ? side : undefined,
    alone: aloneIn(conversation, people),
    withoutSide: known.length === 0 ? [] : unknown.map(({ label }) => label),
    longTurn: longTurnOf(conversation),
  };
}

/** Each side has its own channel: no label can be missing. */
function isHeardApart({ speech }: Conversation): boolean {
  return speech !== undefined;
}

function aloneIn(conversation: Conversation, people: readonly Speaker[]): string | undefined {
  const { turns, format } = conversation;
  const [only] = people;
  if (only === undefined || people.length > 1 || MAILS.has(format) || isHeardApart(conversation)) return undefined;
  const isText = format === 'labelled' || format === 'vtt' || format === 'srt';
  if (!isText && turns.length < 2) return undefined; // A message is a monologue by nature.
  const words = turns.reduce((sum, { text }) => sum + wordsIn(text), 0);
  return words > DIALOGUE_WORDS ? only.label : undefined;
}

function longTurnOf(conversation: Conversation): SideDoubts['longTurn'] {
  const { turns, format } = conversation;
  if (turns.length < MIN_TURNS || MAILS.has(format) || isHeardApart(conversation)) return undefined;
  const counts = turns.map(({ text }) => wordsIn(text));
  const median = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)] ?? 0;
  const words = Math.max(...maximaOf(counts));
  const index = counts.indexOf(words);
  if (words <= LONG * median || words < LONG_WORDS) return undefined;
  return { speaker: turns[index]?.speaker, index, words, median };
}

/** The maximum of each thousand: a function takes only a limited number of arguments. */
function maximaOf(counts: readonly number[]): number[] {
  const maxima: number[] = [];
  for (let from = 0; from < counts.length; from += 1_000) maxima.push(Math.max(...counts.slice(from, from + 1_000)));
  return maxima;
}

function wordsIn(text: string): number {
  let words = 0;
  let isInside = false;
  for (const character of text) {
    const isSpace = character === ' ' || character === '\n' || character === '\t' || character === '\r';
    if (!isSpace && !isInside) words += 1;
    isInside = !isSpace;
  }
  return words;
}
