/** The kit's knowledge in passages that an answer can cite, and the choice of those that match a conversation when they do not all fit. */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { stemmer } from 'stemmer';
import { takeTurns } from '../../core/take-turns.ts';
import { estimateTokens } from './estimate-tokens.ts';

export interface Passage {
  /** `name#number`. */
  id: string;
  name: string;
  /** Counted from 1. */
  number: number;
  text: string;
}

const PASSAGE_CHARACTERS = 1_200;
const CHUNK_CHARACTERS = 65_536;

export function splitKnowledge(kit: KitDocument): Passage[] {
  return (kit.knowledge ?? []).flatMap(({ name, text = '' }) =>
    passagesOf(text).map((passage, index) => ({ id: `${name}#${index + 1}`, name, number: index + 1, text: passage })),
  );
}

/** Whole paragraphs while they fit; a long one is cut between its sentences. */
function passagesOf(text: string): string[] {
  const pieces = text.split(/\n\s*\n/).flatMap((paragraph) => {
    const whole = paragraph.trim();
    return whole.length <= PASSAGE_CHARACTERS
      ? whole
      : (whole.match(/[\s\S]{1,1200}(?:[.!?。]\s|\s|$)|[\s\S]{1,1200}/gu) ?? []);
  });
  const passages: string[] = [];
  for (const piece of pieces.map((each) => each.trim()).filter((each) => each !== '')) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + piece.length + 2 <= PASSAGE_CHARACTERS) {
      passages[passages.length - 1] = `${last}\n\n${piece}`;
    } else passages.push(piece);
  }
  return passages;
}

export function passageTokens(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + estimateTokens(text) + 16, 0);
}

/** Ranked by BM25 of the conversation and the questions against each passage, in their own order, within `budget` tokens. */
export async function choosePassages(
  passages: readonly Passage[],
  bricks: readonly BrickDocument[],
  conversation: string,
  budget: number,
): Promise<Passage[]> {
  const documents = passages.map(({ text }) => countTerms(text));
  const inDocuments = new Map<string, number>();
  for (const terms of documents)
    for (const term of terms.keys()) inDocuments.set(term, (inDocuments.get(term) ?? 0) + 1);
  const asked = await termsOf(`${conversation} ${bricks.map(({ question }) => question ?? '').join(' ')}`);
  const mean = documents.reduce((sum, terms) => sum + sizeOf(terms), 0) / Math.max(1, documents.length);
  const scored = documents.map((terms, index) => {
    let score = 0;
    for (const [term, count] of terms) {
      if (!asked.has(term)) continue;
      const rarity = Math.log(
        1 + (documents.length - (inDocuments.get(term) ?? 0) + 0.5) / ((inDocuments.get(term) ?? 0) + 0.5),
      );
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * sizeOf(terms)) / mean));
    }
    return { index, score };
  });
  const chosen: number[] = [];
  let left = budget;
  for (const { index } of scored.toSorted((a, b) => b.score - a.score || a.index - b.index)) {
    const passage = passages[index];
    const tokens = passage === undefined ? 0 : passageTokens([passage]);
    if (tokens > left) continue;
    chosen.push(index);
    left -= tokens;
  }
  return chosen.toSorted((a, b) => a - b).flatMap((index) => passages[index] ?? []);
}

/** In short stretches: a conversation has up to a million words. */
async function termsOf(text: string): Promise<Set<string>> {
  const terms = new Set<string>();
  const stretches = takeTurns();
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    // A word at a border counts as two halves: an error of one in ten thousand does not matter.
    for (const term of countTerms(text.slice(at, at + CHUNK_CHARACTERS)).keys()) terms.add(term);
    if (stretches.isOver()) await stretches.pass();
  }
  return terms;
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text
    .toLowerCase()
    .matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}|\p{L}{3,}|\p{N}{2,}/gu)) {
    const stem = stemmer(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function sizeOf(terms: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of terms.values()) size += count;
  return size;
}
