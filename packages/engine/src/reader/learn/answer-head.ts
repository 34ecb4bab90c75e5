/** The answer of a brick with its own head: the value comes from the head, the evidence from the reader. */
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { type ReaderHead, readReaderHead } from '../../bricks/learned-document.ts';
import type { Wording } from '../../core/wording.ts';
import { calibrate, roundConfidence } from '../../words/answer/calibrate.ts';
import type { LexicalAnswer } from '../../words/answer/lexical-answer.ts';
import type { SoftmaxWeights } from '../../words/learn/fit-softmax.ts';
import { logOdds } from '../../words/learn/learned-model.ts';
import { LEARNING } from '../../words/weights/learning.ts';
import { askBrick } from '../ask-brick.ts';
import type { BrickReading } from '../read-bricks.ts';
import type { Reader } from '../readers.ts';
import { HIDDEN } from '../reading.ts';
import { chancesOf, offsetsOf } from './fit-head.ts';
import { type HeadFeatures, headClasses, headFeatures } from './head-features.ts';
import { readerFingerprint } from './reader-fingerprint.ts';

export interface OwnHead {
  head: ReaderHead;
  weights: SoftmaxWeights;
}

type Brick = Parameters<typeof askBrick>[0];

/** `outdated`: it was fitted on other weights of the reader, on another reader, or for other categories. Undefined if the brick has none. */
export function ownHead(brick: Brick, reader: Reader): OwnHead | 'outdated' | undefined {
  const head = readReaderHead(brick.learned);
  if (head === undefined) return undefined;
  const asked = askBrick(brick);
  const classes = asked === undefined ? undefined : headClasses(asked);
  const isForThis = classes?.length === head.classes.length && classes.every((value, at) => value === head.classes[at]);
  if (!isForThis || head.reader !== readerFingerprint(reader)) return 'outdated';
  const weights = weightsOf(head);
  return weights.width === 1 || weights.width === HIDDEN + 1 ? { head, weights } : 'outdated';
}

function weightsOf({ cells, classes, scale }: Pick<ReaderHead, 'cells' | 'classes' | 'scale'>): SoftmaxWeights {
  const bytes = Buffer.from(cells, 'base64');
  const values = Float64Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (cell) => cell * scale);
  return { cells: values, classes: classes.length, width: bytes.length / classes.length };
}

/** The chance of each class. */
export function headChances(
  head: Pick<ReaderHead, 'cells' | 'classes' | 'scale' | 'read' | 'words'>,
  features: HeadFeatures,
  weights = weightsOf(head),
): Float64Array {
  const row = weights.width === 1 ? Float64Array.of(1) : Float64Array.of(...features.vector, 1);
  return chancesOf(weights, row, offsetsOf(features, head));
}

export function needsVector({ weights }: OwnHead): boolean {
  return weights.width > 1;
}

export interface HeadVerdict {
  value: ReaderHead['classes'][number];
  /** The index of the value among the classes. */
  position: number;
  confidence: number;
}

export function judgeByHead({ head, weights }: OwnHead, reading: BrickReading, lexical: LexicalAnswer): HeadVerdict {
  const chances = headChances(head, headFeatures(reading, lexical), weights);
  const position = chances.indexOf(chances.reduce((left, right) => Math.max(left, right), 0));
  const { bias, slope } = head.calibration;
  const sure = calibrate({ bias, weights: { odds: slope } }, { odds: logOdds(chances[position] ?? 0) });
  const confidence = roundConfidence(Math.min(LEARNING.mostSure, sure));
  return { value: head.classes[position] ?? '', position, confidence };
}

export function toldAsLearned({ head }: OwnHead, outcome: BrickOutcome, wording: Wording): BrickOutcome {
  const reason = `${wording.say('learned', { labels: head.labels })} ${outcome.reason}`;
  return { ...outcome, basis: 'learned', reason };
}
