/**
 * `brickwork kits learn`: what labelled conversations teach a kit, brick by brick. Three answers compete on the labels: that of the
 * engine as it is, that of words learned from them, and that of a head on what the reader read. A brick learns only what is right more
 * often in cross-validation, so that no brick gets worse.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { brickType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';
import type { LearnedModel, ReaderHead } from '../../bricks/learned-document.ts';
import type { LexicalAnswer } from '../../words/answer/lexical-answer.ts';
import { mistakes } from '../../words/learn/held-out.ts';
import { type LabelledConversation, learnBrick } from '../../words/learn/learn-brick.ts';
import { type GoldenConversation, labelsOf } from '../../words/learn/learn-kit.ts';
import { createLexicalReader } from '../../words/lexical-reader.ts';
import { askBrick } from '../ask-brick.ts';
import { type BrickReading, readBricks } from '../read-bricks.ts';
import { READER_FILES } from '../reader-files.ts';
import type { ReadModel } from '../reading.ts';
import { createReadingEngine } from '../reading-engine.ts';
import { createTokenizer } from '../tokenizer.ts';
import { fitHead, type HeadExample } from './fit-head.ts';
import { headClasses, headFeatures } from './head-features.ts';
import { readerFingerprint } from './reader-fingerprint.ts';
import { replayOf } from './replay-readings.ts';

export interface LearnOptions {
  /** The reading model; without it only words are learned. */
  read?: ReadModel | undefined;
  /** Called after each conversation that was read. */
  onRead?: ((done: number, all: number) => void) | undefined;
}

/** What one labelled conversation says about the bricks, before any learning. */
export interface Studied {
  outcomes: ReadonlyMap<string, BrickOutcome>;
  readings: ReadonlyMap<string, { reading: BrickReading; lexical: LexicalAnswer }>;
}

/** Fewer reviewed answers teach no head. */
const FEWEST_LABELS = 10;
/** With fewer labels than these, a few right answers more may well be chance: on hard kits nine labels with a margin of one cost 1.7 points. */
const ENOUGH_LABELS = 20;
const SCARCE_MARGIN = 3;
const WRONG_PER_MARGIN = 8;

/** So many more labels must be right before what was learned is used: the more are wrong as it is, the more of them change by chance. */
export function marginFor(labels: number, wrong: number): number {
  return labels < ENOUGH_LABELS ? SCARCE_MARGIN : Math.max(1, Math.ceil(wrong / WRONG_PER_MARGIN));
}

export async function learnWithReader(
  kit: KitDocument,
  golden: readonly GoldenConversation[],
  { read, onRead }: LearnOptions = {},
): Promise<KitDocument> {
  const plain = kit.bricks.map(({ learned: _, ...brick }): BrickDocument => brick);
  const study = createStudy(kit, plain, read);
  const studied: Studied[] = [];
  for (const line of golden) {
    studied.push(await study(line));
    onRead?.(studied.length, golden.length);
  }
  const bricks = kit.bricks.map((brick, at) => {
    const base = plain[at] ?? brick;
    if (brickType(base).isComputed(base) || isMany(base)) return brick;
    const learned = bestOf(base, golden, studied, read !== undefined);
    // A calibration of a model's confidences is kept; what was learned before is learned again or gone.
    const curve = brick.learned?.model_calibration;
    const more = { ...learned, ...(curve !== undefined && { model_calibration: curve }) };
    return Object.keys(more).length === 0 ? base : { ...base, learned: more };
  });
  return { ...kit, bricks };
}

/** Reads a labelled conversation once: the answers of the kit as it is, and what heads look at. */
export function createStudy(kit: KitDocument, plain: readonly BrickDocument[], read: ReadModel | undefined) {
  const engine = createReadingEngine();
  const tokenize = createTokenizer(new URL('vocabulary.txt', READER_FILES));
  return async ({ conversation, expected }: GoldenConversation): Promise<Studied> => {
    const bricks = plain.filter((brick) => Object.hasOwn(expected, brick.key) && !brickType(brick).isComputed(brick));
    const asked = bricks.flatMap((brick) => askBrick(brick) ?? []);
    const vectorsOf = new Set(asked.filter((each) => headClasses(each) !== undefined).map(({ brick }) => brick.key));
    const { readings } =
      read === undefined || asked.length === 0
        ? { readings: [] }
        : await readBricks(read, tokenize, conversation, asked, { vectorsOf });
    const means = { read: read && replayOf(tokenize, readings), lexical: new Set<string>() };
    const { outcomes } = await engine(kit, bricks, conversation, means);
    const words = createLexicalReader(conversation);
    return {
      outcomes: new Map(outcomes.map((outcome) => [outcome.key, outcome])),
      readings: new Map(
        readings
          .filter(({ asked: { brick }, pairs }) => vectorsOf.has(brick.key) && pairs.length > 0)
          .map((reading) => [reading.asked.brick.key, { reading, lexical: words.answer(reading.asked.brick) }]),
      ),
    };
  };
}

function bestOf(
  brick: BrickDocument,
  golden: readonly GoldenConversation[],
  studied: readonly Studied[],
  hasReader: boolean,
): LearnedModel | ReaderHead | undefined {
  const labelled = labelsOf(brick, golden);
  const wrong = golden.filter(({ expected }, at) => {
    const value = expected[brick.key];
    const answer = studied[at]?.outcomes.get(brick.key)?.value ?? null;
    return isLabel(value) && (answer === null || !brickType(brick).isRight(brick, value, answer));
  }).length;
  const margin = marginFor(labelled.length, wrong);
  const byWords = learnWords(brick, labelled, wrong, hasReader ? margin : 0);
  const byHead = learnHead(brick, golden, studied, { wrong, margin });
  if (byHead === undefined) return byWords;
  return byWords === undefined || byHead.accuracy.after >= (byWords.accuracy?.after ?? 0) ? byHead : byWords;
}

function isLabel(value: unknown): value is LabelledConversation['value'] {
  return typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number';
}

function learnWords(
  brick: BrickDocument,
  labelled: readonly LabelledConversation[],
  wrong: number,
  margin: number,
): LearnedModel | undefined {
  const learned = learnBrick(brick, labelled);
  if (learned === undefined) return undefined;
  const after = mistakes(learned.held);
  if (after > wrong - margin) return undefined;
  return { ...learned.model, accuracy: accuracyOf(labelled.length, wrong, after) };
}

function learnHead(
  brick: BrickDocument,
  golden: readonly GoldenConversation[],
  studied: readonly Studied[],
  { wrong, margin }: { wrong: number; margin: number },
): ReaderHead | undefined {
  const asked = askBrick(brick);
  const classes = asked && headClasses(asked);
  if (classes === undefined) return undefined;
  const examples = golden.flatMap(({ expected }, at): HeadExample[] => {
    const value = expected[brick.key];
    const known = studied[at]?.readings.get(brick.key);
    const label = classes.map(String).indexOf(String(value));
    return known === undefined || label < 0 ? [] : [{ features: headFeatures(known.reading, known.lexical), label }];
  });
  if (examples.length < FEWEST_LABELS || new Set(examples.map(({ label }) => label)).size < 2) return undefined;
  const { head, held } = fitHead(examples, classes);
  const after = mistakes(held);
  if (after > wrong - margin) return undefined;
  return { ...head, reader: readerFingerprint(), accuracy: accuracyOf(examples.length, wrong, after) };
}

function accuracyOf(labels: number, wrongBefore: number, wrongAfter: number): { before: number; after: number } {
  const share = (wrong: number) => Math.round((1 - Math.min(wrong, labels) / labels) * 1e4) / 1e4;
  return { before: share(wrongBefore), after: share(wrongAfter) };
}
