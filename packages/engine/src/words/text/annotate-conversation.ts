/**
 * A conversation made ready for matching: segments (a sentence, or a window of a long unpunctuated one) of terms with
 * negation marks and speech acts. Every segment keeps its offsets into `conversation.text`. Linear in the text.
 */
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { wordSet } from '../../core/read-vocabulary.ts';
import { SEGMENTS } from '../weights/matching.ts';
import { readWords, type Word } from './read-words.ts';
import { readSpeechActs, type SpeechAct } from './speech-acts.ts';
import type { Term, TermTable } from './term-table.ts';

export interface Token extends Word {
  term: Term;
  isNegated: boolean;
}

export interface Segment {
  turn: Turn;
  start: number;
  end: number;
  tokens: Token[];
  acts: Set<SpeechAct>;
  /** The words joined by spaces, commas kept. */
  joined: string;
}

export interface AnnotatedConversation {
  conversation: Conversation;
  table: TermTable;
  segments: Segment[];
}

const NEGATORS = wordSet('negations', 'not', 'no', 'without', 'nobody', 'hardly', 'unable');
const SCOPE_ENDS = wordSet('scope-ends');

function markTokens(words: readonly Word[], table: TermTable): Token[] {
  let reach = 0;
  return words.map((word) => {
    const term = table.intern(word.text);
    if (SCOPE_ENDS.has(word.text)) reach = 0;
    const isNegated = reach > 0;
    reach = NEGATORS.has(word.text) ? SEGMENTS.negationReach : Math.max(0, reach - 1);
    return { text: word.text, start: word.start, end: word.end, term, isNegated };
  });
}

function joinWords(text: string, words: readonly Word[]): string {
  let joined = '';
  let end = -1;
  for (const word of words) {
    if (end >= 0) joined += end < word.start && /[,:;]/.test(text.slice(end, word.start)) ? ', ' : ' ';
    joined += word.text;
    end = word.end;
  }
  return joined;
}

function toSegment(conversation: Conversation, turn: Turn, tokens: Token[]): Segment | undefined {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const joined = joinWords(conversation.text, tokens);
  const closing = conversation.text.slice(last.end, Math.min(turn.end, last.end + 4));
  const raw = /^\s*[?!.)"']*\?/.test(closing) ? '?' : '';
  return { turn, start: first.start, end: last.end, tokens, joined, acts: readSpeechActs(joined, raw) };
}

/** A hand-written scan: a regular expression for this backtracks quadratically on a long run of full stops. */
function* sentencesOf(conversation: Conversation, turn: Turn): Generator<Word[]> {
  let from = 0;
  for (let index = 0; index <= turn.text.length; index += 1) {
    const mark = turn.text[index];
    const next = turn.text[index + 1];
    const isEnd =
      mark === undefined ||
      mark === '\n' ||
      ((mark === '.' || mark === '!' || mark === '?') && (next === undefined || next === ' ' || next === '\n'));
    if (!isEnd) continue;
    const words = readWords(conversation.text, turn.start + from, turn.start + index);
    if (words.length > 0) yield words;
    from = index + 1;
  }
}

export function annotateConversation(conversation: Conversation, table: TermTable): AnnotatedConversation {
  const segments: Segment[] = [];
  for (const turn of conversation.turns) {
    for (const words of sentencesOf(conversation, turn)) {
      const tokens = markTokens(words, table);
      const step = tokens.length > SEGMENTS.windowWords ? SEGMENTS.windowWords / 2 : SEGMENTS.windowWords;
      for (let from = 0; from === 0 || from + step < tokens.length; from += step) {
        const segment = toSegment(conversation, turn, tokens.slice(from, from + SEGMENTS.windowWords));
        if (segment !== undefined) segments.push(segment);
      }
    }
  }
  return { conversation, table, segments };
}
