/**
 * The normaliser of a SentencePiece vocabulary: a map from characters to their replacements for the model (full-width letters, ligatures, odd blanks),
 * compiled into a double-array trie of UTF-8 bytes. It is looked up as the reference implementation does: by grapheme, else by code point, and the shortest
 * prefix that has an entry stands for the whole.
 */

export interface Normalised {
  /** The replacement; empty for dropped characters. */
  text: string;
  /** UTF-16 offsets into the original. */
  start: number;
  end: number;
}

export type NormaliseText = (text: string) => Normalised[];

/** Longer graphemes (family emoji, stacked accents) are looked up by code point. */
const LONGEST_GRAPHEME_BYTES = 6;
/** Of these every character is a grapheme. */
const PLAIN = /^[\n\x20-\x7e\u00a0-\u024f\u2010-\u203a\u20ac]*$/;
const MOST_KNOWN = 20_000;

/** @param compiled `precompiled_charsmap` of a tokenizer's file, in base64. */
export function createNormaliser(compiled: string): NormaliseText {
  const transform = openCharacterMap(compiled);
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const known = new Map<string, string | undefined>();
  const lookUp = (part: string) => {
    if (known.has(part)) return known.get(part);
    const found = transform(part);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(part, found);
    return found;
  };
  const byCodePoint = (grapheme: string, from: number): Normalised[] => {
    let start = from;
    return Array.from(grapheme, (point) => {
      const place = { start, end: start + point.length };
      start = place.end;
      return { text: lookUp(point) ?? point, ...place };
    });
  };
  return (text) => {
    if (PLAIN.test(text)) return byCodePoint(text, 0);
    return [...graphemes.segment(text)].flatMap(({ segment, index }) => {
      const whole = Buffer.byteLength(segment) < LONGEST_GRAPHEME_BYTES ? lookUp(segment) : undefined;
      return whole === undefined
        ? byCodePoint(segment, index)
        : [{ text: whole, start: index, end: index + segment.length }];
    });
  };
}

function openCharacterMap(compiled: string): (part: string) => string | undefined {
  const bytes = Buffer.from(compiled, 'base64');
  const trieEnd = 4 + bytes.readUInt32LE(0);
  const unitAt = (node: number): number => (4 + 4 * node < trieEnd ? bytes.readUInt32LE(4 + 4 * node) : 0);
  const texts = bytes.subarray(trieEnd);
  return (part) => {
    let node = offsetOf(unitAt(0));
    for (const byte of Buffer.from(part)) {
      if (byte === 0) return undefined;
      node ^= byte;
      const unit = unitAt(node);
      if (labelOf(unit) !== byte) return undefined;
      node ^= offsetOf(unit);
      if (hasLeaf(unit)) {
        const from = textOf(unitAt(node));
        return texts.toString('utf8', from, texts.indexOf(0, from));
      }
    }
    return undefined;
  };
}

// A unit of the trie, as the Darts library packs it.
const hasLeaf = (unit: number): boolean => (unit & 0x1_00) !== 0;
const textOf = (unit: number): number => unit & 0x7f_ff_ff_ff;
const labelOf = (unit: number): number => (unit & 0x80_00_00_ff) >>> 0;
const offsetOf = (unit: number): number => (unit >>> 10) << ((unit & 0x2_00) >>> 6);
