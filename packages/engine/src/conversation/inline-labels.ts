/**
 * Labels inside lines: a whole transcript on one line, `Agent: … Customer: … Agent: …`. Taken only where the text begins with a label and
 * at least as many labels are inside lines as at their starts, so that a quotation in an ordinary transcript never splits a turn. The
 * number of words in a label follows from the text: it is the longest run of words before the colons that is repeated as often as its last
 * word.
 */
import { foldLabel } from './infer-side.ts';
import { isKnown } from './known-label.ts';
import { cleanLabel, isBareNumber, isHeadingWord, isNameLike } from './label-shape.ts';
import { readTimecode, TIMECODE } from './timecode.ts';
import type { TurnMark } from './turn-mark.ts';

const COLON = /[:：](?=\s|$)|：/g;
const MAX_WORDS = 10;
/** The start of a label is searched this far before its colon. */
const WINDOW = 110;
const SENTENCE_END = /[.!?…。！？:：]["”')\]]?$/u;
const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Hr|Fr|Sr|Jr|Co|Inc|Ltd|Corp|Nr|No)\.$/u;
const TIME_BEFORE = new RegExp(String.raw`[\[(](${TIMECODE})[\])]\s{0,3}$`);
/** Words that end a clause before a colon: "the price is: …". */
const CLAUSE_END = new Set(
  'is are was were be this that these those it following follows says said say like means mean see here there so and or but with for to of in on at by from as then now ok okay yes no well code'.split(
    ' ',
  ),
);
/** Anything that does not look like a name must be repeated at least a fifth as often as the most frequent label. */
const RARE = 5;

interface Run {
  start: number;
  label: string;
  folded: string;
}

interface Colon {
  /** The position of the colon itself. */
  at: number;
  /** Runs of words that end at the colon, shortest first. */
  runs: readonly Run[];
  /** The run of everything since the end of the last sentence. */
  sentence: Run | undefined;
}

export function findInlineMarks(text: string, lineMarks: readonly TurnMark[]): TurnMark[] {
  const colons = readColons(text);
  if (colons.length < 2) return [];
  const counts = new Map<string, number>();
  // "- Dana" and "Dana" before one colon are the same label.
  for (const { runs } of colons)
    for (const folded of new Set(runs.map((run) => run.folded))) counts.set(folded, (counts.get(folded) ?? 0) + 1);
  const marks = borneOut(colons.flatMap((colon) => markOf(text, colon, counts)));
  const starts = new Set(lineMarks.map(({ wordsAt }) => wordsAt));
  const atStart = text.length - text.trimStart().length;
  const isFirst = (mark: TurnMark | undefined) => mark !== undefined && mark.start <= atStart;
  const inside = marks.filter((mark) => !starts.has(mark.wordsAt) && !isLineStart(text, mark.start));
  const atLineStart = marks.length - marks.filter((mark) => !isLineStart(text, mark.start)).length;
  const labels = new Set(marks.map(({ speaker }) => foldLabel(speaker)));
  const [first] = marks;
  const begins = isFirst(lineMarks[0]) || isFirst(first);
  if (!begins || labels.size < 2 || inside.length < Math.max(1, lineMarks.length, atLineStart)) return [];
  const missed = first !== undefined && isFirst(first) && !starts.has(first.wordsAt) ? [first] : [];
  return [...missed, ...inside.filter((mark) => !missed.includes(mark))];
}

type InlineMark = TurnMark & { speaker: string };

/** Without runs that are repeated too rarely to be a speaker, unless they are a known word or look like a name. */
function borneOut(marks: readonly InlineMark[]): InlineMark[] {
  const counts = new Map<string, number>();
  for (const { speaker } of marks) counts.set(foldLabel(speaker), (counts.get(foldLabel(speaker)) ?? 0) + 1);
  const most = Math.max(0, ...[...counts.values()].slice(0, 1_000));
  return marks.filter(({ speaker }) => {
    const isNamed = isKnown(speaker) || (isNameLike(speaker) && !/^\p{Ll}/u.test(speaker));
    return isNamed || (counts.get(foldLabel(speaker)) ?? 0) * RARE >= most;
  });
}

function readColons(text: string): Colon[] {
  const colons: Colon[] = [];
  for (const { index } of text.matchAll(COLON)) {
    const { starts, isWhole } = wordsBefore(text, index);
    const runs = starts.flatMap((start): Run[] => {
      const label = cleanLabel(text.slice(start, index));
      return label === undefined ? [] : [{ start, label, folded: foldLabel(label) }];
    });
    colons.push({ at: index, runs, sentence: isWhole ? runs.at(-1) : undefined });
  }
  return colons;
}

/** The starts of the last words before an offset, nearest first; complete if they are everything since the last sentence or line. */
function wordsBefore(text: string, offset: number): { starts: number[]; isWhole: boolean } {
  const starts: number[] = [];
  const floor = Math.max(0, offset - WINDOW);
  let at = offset;
  for (;;) {
    while (at > floor && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
    const before = text[at - 1] ?? '\n';
    const tail = text.slice(Math.max(0, at - 7), at);
    const isEnd = starts.length > 0 && SENTENCE_END.test(tail) && !ABBREVIATION.test(tail);
    if (isEnd || before === '\n' || before === '\r') return { starts, isWhole: before !== ':' && before !== '：' };
    if (at <= floor || starts.length === MAX_WORDS) return { starts, isWhole: false };
    while (at > floor && !/\s/u.test(text[at - 1] ?? '')) at -= 1;
    starts.push(at);
  }
}

function markOf(text: string, { at, runs, sentence }: Colon, counts: ReadonlyMap<string, number>): InlineMark[] {
  const best = labelOf(runs, sentence, counts);
  if (best === undefined || isHeadingWord(best.folded)) return [];
  const words = /^\s{0,80}/u.exec(text.slice(at + 1, at + 81))?.[0].length ?? 0;
  const time = TIME_BEFORE.exec(text.slice(Math.max(0, best.start - 24), best.start));
  return [
    {
      start: best.start - (time?.[0].length ?? 0),
      wordsAt: at + 1 + words,
      speaker: best.label,
      startSeconds: time?.[1] === undefined ? undefined : readTimecode(time[1]),
    },
  ];
}

/** The run of words that is a label: the longest that is repeated as often as its last word, a known word, or a sentence that is a name. */
function labelOf(all: readonly Run[], sentence: Run | undefined, counts: ReadonlyMap<string, number>): Run | undefined {
  // "Agent 1": the number alone is on both sides.
  const runs = isBareNumber(all[0]?.label ?? '') && (counts.get(all[1]?.folded ?? '') ?? 0) > 1 ? all.slice(1) : all;
  const [last] = runs;
  if (last === undefined || isHeadingWord(last.folded)) return undefined;
  const often = counts.get(last.folded) ?? 0;
  const recurring =
    often < 2 || CLAUSE_END.has(last.folded) ? undefined : runs.findLast(({ folded }) => counts.get(folded) === often);
  if (recurring !== undefined) return recurring;
  const known = runs.findLast(({ label }) => isKnown(label));
  if (known !== undefined) return known;
  return sentence !== undefined && isNameLike(sentence.label) && /^[^\p{Ll}]/u.test(sentence.label)
    ? sentence
    : undefined;
}

function isLineStart(text: string, start: number): boolean {
  return start === 0 || /[\n\r]\s{0,8}$/.test(text.slice(Math.max(0, start - 9), start));
}
