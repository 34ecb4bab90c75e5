/**
 * Whether a brick learns its own head from people's labels: only if it is right more often in cross-validation than
 * the unchanged brick, by a margin larger than chance.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { ReaderHead } from '../../bricks/learned-document.ts';
import { mistakes } from '../../words/learn/held-out.ts';
import { askBrick } from '../ask-brick.ts';
import { ENGLISH_READER, type Reader, shippedReaders } from '../readers.ts';
import { fitHead, type HeadExample } from './fit-head.ts';
import { type HeadClass, headClasses } from './head-features.ts';
import { readerFingerprint } from './reader-fingerprint.ts';
import type { StudiedAnswer } from './study-conversation.ts';

/** With fewer labels, no head is fitted. */
export const FEWEST_LABELS = 10;
/** With fewer labels than these, a few right answers more may well be chance: on hard kits nine labels with a margin of one cost 1.7 points. */
const ENOUGH_LABELS = 20;
const SCARCE_MARGIN = 3;
const WRONG_PER_MARGIN = 8;

/** How many more labels must be right before a head is used: with more wrong answers, more change by chance. */
export function marginFor(labels: number, wrong: number): number {
  return labels < ENOUGH_LABELS ? SCARCE_MARGIN : Math.max(1, Math.ceil(wrong / WRONG_PER_MARGIN));
}

/** Why a brick cannot learn: it has no classes, too few labels, or the same label each time. */
export type Untried = 'no_classes' | 'too_few_labels' | 'one_answer_only';

export type HeadTrial =
  | { status: 'learned'; head: ReaderHead }
  | { status: 'not_better'; labels: number; before: number; after: number }
  | { status: Untried; labels: number };

/** The classes of a brick that can have a head. */
function classesOf(brick: BrickDocument): HeadClass[] | undefined {
  const asked = askBrick(brick);
  return asked && headClasses(asked);
}

const labelOf = (classes: readonly HeadClass[], value: unknown) => classes.map(String).indexOf(String(value));

/** What is known before a conversation is read; undefined if a head may be fitted. */
export function whyUntried(
  brick: BrickDocument,
  values: readonly unknown[],
): { status: Untried; labels: number } | undefined {
  const classes = classesOf(brick);
  if (classes === undefined) return { status: 'no_classes', labels: values.length };
  const labels = values.map((value) => labelOf(classes, value)).filter((label) => label >= 0);
  if (labels.length < FEWEST_LABELS) return { status: 'too_few_labels', labels: labels.length };
  return new Set(labels).size < 2 ? { status: 'one_answer_only', labels: labels.length } : undefined;
}

/** A head fits one reader: that of most labels. */
function readerOfMost(answers: readonly StudiedAnswer[]): Reader {
  const counts = shippedReaders().map((reader) => ({
    reader,
    count: answers.filter(({ reader: name = ENGLISH_READER.name }) => name === reader.name).length,
  }));
  return counts.toSorted((left, right) => right.count - left.count)[0]?.reader ?? ENGLISH_READER;
}

/** Answers without a reading are left out: a head has no inputs there. */
export function learnHead(brick: BrickDocument, answers: readonly StudiedAnswer[]): HeadTrial {
  const classes = classesOf(brick) ?? [];
  const reader = readerOfMost(answers);
  const read = answers.flatMap(({ value, isRight, features, reader: name = ENGLISH_READER.name }) => {
    if (name !== reader.name) return [];
    const label = labelOf(classes, value);
    return features === undefined || label < 0 ? [] : [{ value, isRight, example: { features, label } }];
  });
  const untried = whyUntried(
    brick,
    read.map(({ value }) => value),
  );
  if (untried !== undefined) return untried;
  const examples: HeadExample[] = read.map(({ example }) => example);
  const wrong = read.filter(({ isRight }) => !isRight).length;
  const { head, held } = fitHead(examples, classes);
  const accuracy = accuracyOf(examples.length, wrong, mistakes(held));
  return mistakes(held) > wrong - marginFor(examples.length, wrong)
    ? { status: 'not_better', labels: examples.length, ...accuracy }
    : { status: 'learned', head: { ...head, reader: readerFingerprint(reader), accuracy } };
}

export function accuracyOf(labels: number, wrongBefore: number, wrongAfter: number): { before: number; after: number } {
  const share = (wrong: number) => Math.round((1 - Math.min(wrong, labels) / labels) * 1e4) / 1e4;
  return { before: share(wrongBefore), after: share(wrongAfter) };
}
