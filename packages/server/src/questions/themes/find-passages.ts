/** Where a customer talks about something: the turns in which the engine found it, and those that mention it. */
import type { Conversation, Turn } from '@brickwork/engine/conversation/conversation';
import { isAbout, topicOf } from './concepts-of.ts';

const MOST_PASSAGES = 4;
/** Maximum length of a passage, in characters: it is cut at words and stays verbatim. */
const LONGEST_PASSAGE = 300;

/** `found`: where the engine's evidence starts, in the order of its turns. Only English is grouped by its words. */
export function findPassages(
  { turns, language }: Pick<Conversation, 'turns' | 'language'>,
  found: readonly { turn: number; start: number }[],
  topic: string,
): string[] {
  if (language !== undefined && language.code !== 'en') return [];
  const isKnown = turns.some(({ side }) => side !== undefined);
  const own = isKnown ? turns.filter(({ side }) => side === 'customer') : turns;
  const about = topicOf(topic);
  const places = own.flatMap((turn) => {
    const at = found.find((each) => each.turn === turn.index)?.start ?? startAbout(turn, about);
    return at === undefined ? [] : [{ turn, at, isFound: found.some((each) => each.turn === turn.index) }];
  });
  return places
    .toSorted((a, b) => Number(b.isFound) - Number(a.isFound) || a.turn.index - b.turn.index)
    .slice(0, MOST_PASSAGES)
    .map(({ turn, at }) => around(turn.text, at - turn.start));
}

const WORD = /[\p{L}\p{N}'’]+/gu;

/** Where the turn first mentions the topic. */
function startAbout({ text, start }: Turn, about: ReadonlySet<string>): number | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) if (isAbout(word.toLowerCase(), about)) return start + index;
  return undefined;
}

/** The passage begins a little before this position, because most of the statement follows. */
function around(text: string, at: number): string {
  if (text.length <= LONGEST_PASSAGE) return text.trim();
  const from = Math.max(0, Math.min(at - LONGEST_PASSAGE / 3, text.length - LONGEST_PASSAGE));
  const cut = text.slice(from, from + LONGEST_PASSAGE);
  const head = from === 0 ? 0 : cut.search(/\s/) + 1;
  const tail = from + LONGEST_PASSAGE >= text.length ? cut.length : cut.lastIndexOf(' ');
  return (tail > head ? cut.slice(head, tail) : cut).toWellFormed().trim();
}
