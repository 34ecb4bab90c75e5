/**
 * Decides which words before a colon are speakers. A colon is common in prose, so a label counts only if the document confirms it: words
 * repeated at the start of lines, with other speakers in between, are a label in any form; words that occur once must be a known word or
 * look like a name, and have a time or be among lines that mostly have labels.
 */
import { foldLabel, inferSide } from './infer-side.ts';
import { isKnown } from './known-label.ts';
import { isBareNumber, isHeadingWord, isNameLike } from './label-shape.ts';
import type { SpeakerLine } from './speaker-line.ts';

/** A phrase that occurs this often, with others in between, is a label and not speech. */
const AGAIN_AND_AGAIN = 3;

/** "Customer - Sure. My account is this": contains a known word, but is not a label. */
const SENTENCE = /[!?;]\s|\p{Ll}{2}\.\s|\t|\s[-–—|]\s/u;

interface Seen {
  /** In its first spelling. */
  label: string;
  count: number;
  /** How many times another speaker was in between. */
  returns: number;
  hasTime: boolean;
  hasDate: boolean;
  /** Always on a line by itself. */
  isHeading: boolean;
  isSigned: boolean;
  /** Always in brackets without a colon: "[laughs]" may be repeated, so only a known word counts. */
  needsMore: boolean;
}

export function provenLabels(candidates: readonly SpeakerLine[], lineCount: number): Set<string> {
  // If almost every line begins with a label in brackets, this is the label format.
  const bracketed = candidates.filter((one) => one.isBracketed === true).length;
  const given =
    bracketed * 10 >= lineCount * 9 ? candidates.map((one) => ({ ...one, isBracketed: false })) : candidates;
  return provenAmong(given, lineCount);
}

function provenAmong(candidates: readonly SpeakerLine[], lineCount: number): Set<string> {
  const seen = seenLabels(candidates);
  const counted = candidates.filter(
    ({ label, isBracketed }) => (isBracketed !== true || isKnown(label)) && !isHeadingWord(foldLabel(label)),
  ).length;
  const isDense = counted >= 2 && counted * 2 >= lineCount;
  const signed = candidates.filter(({ isSigned }) => isSigned === true).length;
  const dated = candidates.filter(({ hasDate, isHeading }) => hasDate && !isHeading).length;
  const proven = new Set<string>();
  for (const [folded, one] of seen) {
    if (isProven(folded, one, isDense || (one.isSigned && signed > 1)) || (one.hasDate && dated > 1))
      proven.add(folded);
  }
  if (proven.size === 0 || isForm([...seen.values()])) return new Set();
  // In a dialogue, any other repeated phrase is one of its speakers.
  for (const [folded, { count, returns, needsMore }] of seen) {
    if (count > 1 && returns > 0 && !needsMore && !isHeadingWord(folded)) proven.add(folded);
  }
  return proven;
}

/** "Symptom: …", "Cause: …", "Repair: …": three or more, each once, none of them a word for a person, are form fields. */
function isForm(seen: readonly Seen[]): boolean {
  return (
    seen.length > 2 &&
    seen.every(
      ({ label, count, hasTime, isSigned }) =>
        count === 1 && !hasTime && !isSigned && inferSide(label) === undefined && !isKnown(label),
    )
  );
}

function isProven(folded: string, one: Seen, isAmongLabels: boolean): boolean {
  const { label, count, returns, hasTime, isHeading, needsMore } = one;
  if (isHeadingWord(folded)) return false;
  if (isKnown(label)) return true;
  if (needsMore) return false;
  const isBorneOut = (hasTime && !isHeading) || count > 1 || isAmongLabels;
  if (isBorneOut && (isNameLike(label) || (inferSide(label) !== undefined && !SENTENCE.test(label)))) return true;
  return (count >= AGAIN_AND_AGAIN || isBareNumber(label)) && count > 1 && returns > 0;
}

function seenLabels(candidates: readonly SpeakerLine[]): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  let before: string | undefined;
  for (const { label, hasTime, hasDate, isHeading, isSigned = false, isBracketed = false } of candidates) {
    const folded = foldLabel(label);
    const known = seen.get(folded);
    seen.set(folded, {
      label: known?.label ?? label,
      count: (known?.count ?? 0) + 1,
      returns: (known?.returns ?? 0) + (known !== undefined && before !== folded ? 1 : 0),
      hasTime: hasTime || known?.hasTime === true,
      hasDate: hasDate || known?.hasDate === true,
      isHeading: isHeading && known?.isHeading !== false,
      isSigned: isSigned || known?.isSigned === true,
      needsMore: isBracketed && known?.needsMore !== false,
    });
    before = folded;
  }
  return seen;
}
