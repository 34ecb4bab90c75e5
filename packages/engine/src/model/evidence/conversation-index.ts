/** A conversation prepared for looking up quotes: folded turns and their words, each created on first use. */

import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { once } from '../../core/once.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { isEnglish, writeOut } from './loose-words.ts';
import { type Token, tokens } from './word-tokens.ts';

export interface IndexedTurn {
  turn: Turn;
  /** The speaker, folded for comparison; '' if unnamed. */
  speaker: string;
  folded(): FoldedText;
  /** The words as written. */
  words(): readonly Token[];
  /** Words with short forms written out. */
  plainWords(): readonly Token[];
}

export interface ConversationIndex {
  turns: readonly IndexedTurn[];
  /** Turns that may contain all of these words: those with the rarest of them. */
  holding(words: readonly Token[]): readonly IndexedTurn[];
  isEnglish(): boolean;
}

export function indexConversation(conversation: Conversation): ConversationIndex {
  const turns = conversation.turns.map(indexTurn);
  const byWord = once(() => turnsByWord(turns));
  return {
    turns,
    holding(words) {
      const known = byWord();
      const lists = words.map(({ text }) => known.get(text) ?? []);
      return lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest), turns);
    },
    // A few thousand words identify the language as well as all of them.
    isEnglish: once(() => isEnglish(takeWords(turns, 4_000))),
  };
}

function indexTurn(turn: Turn): IndexedTurn {
  const folded = once(() => foldText(turn.text));
  const words = once(() => tokens(folded().text));
  return {
    turn,
    speaker: speakerOf(turn),
    folded,
    words,
    plainWords: once(() => writeOut(words())),
  };
}

export function speakerOf({ speaker, side }: Turn): string {
  return speaker === undefined ? (side ?? '') : foldText(speaker).text.trim();
}

function turnsByWord(turns: readonly IndexedTurn[]): Map<string, IndexedTurn[]> {
  const byWord = new Map<string, IndexedTurn[]>();
  for (const turn of turns) {
    for (const { text } of turn.plainWords()) {
      const list = byWord.get(text);
      if (list === undefined) byWord.set(text, [turn]);
      else if (list.at(-1) !== turn) list.push(turn);
    }
  }
  return byWord;
}

function takeWords(turns: readonly IndexedTurn[], limit: number): Token[] {
  const taken: Token[] = [];
  for (const turn of turns) {
    if (taken.length >= limit) break;
    for (const word of turn.words()) taken.push(word);
  }
  return taken;
}
