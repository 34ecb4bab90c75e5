/**
 * Which of the words before a colon are speakers. A colon is common in prose, so a label counts only when the document
 * bears it out: it is a known word, or it looks like a name and comes with a time, recurs, or at least half of the lines have one.
 */
import { foldLabel, inferSide, isNeitherSide } from './infer-side.ts';
import type { SpeakerLine } from './speaker-line.ts';

/** Words before a colon that head a paragraph rather than name a speaker. */
const HEADINGS = new Set(
  (
    'note notes summary subject date time duration topic title agenda participants attendees location warning example ' +
    'ps p.s re fw fwd cc bcc to sent reply-to http https question answer tip update reminder action actions todo ' +
    'reason address email phone total order number transcript call recording meeting'
  ).split(' '),
);

export function provenLabels(candidates: readonly SpeakerLine[], lineCount: number): Set<string> {
  const counts = new Map<string, number>();
  for (const { label } of candidates) counts.set(foldLabel(label), (counts.get(foldLabel(label)) ?? 0) + 1);
  const isDense = candidates.length >= 2 && candidates.length * 2 >= lineCount;
  const proven = new Set<string>();
  for (const { label, hasTime, isHeading } of candidates) {
    const folded = foldLabel(label);
    const isKnown =
      inferSide(label)?.certain === true || isNeitherSide(label) || /^(speaker|person)[ _]?\w{1,2}$/.test(folded);
    const count = counts.get(folded) ?? 0;
    if (HEADINGS.has(folded)) continue;
    const isBorneOut = (hasTime && !isHeading) || count > 1 || isDense;
    if (isKnown || (isBorneOut && (isNameLike(label) || inferSide(label) !== undefined))) proven.add(folded);
  }
  return proven;
}

/** One to four words, none of them a small word of a sentence: "Anna Maria" but not "so he said". */
function isNameLike(label: string): boolean {
  const words = label.split(/\s+/u);
  return (
    words.length <= 4 &&
    words.every(
      (word) => words.length === 1 || !/^\p{Ll}/u.test(word) || /^(de|da|van|von|der|la|le|bin|al)$/.test(word),
    )
  );
}
