/** The learned part of a brick in a kit document, in the form in which it answers. */

import type { BrickDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { type LearnedModel, readLearnedModel } from '../../bricks/learned-document.ts';
import type { Calibration } from '../weights/answering.ts';
import { FITTING } from '../weights/learning.ts';
import { chancesOfExample, type Example, type SoftmaxWeights } from './fit-softmax.ts';
import type { LearnFeatures } from './read-features.ts';

export type ClassValue = LearnedModel['classes'][number];

export interface ReadModel {
  model: LearnedModel;
  weights: SoftmaxWeights;
  stemPositions: Map<string, number>;
}

const INT8 = 127;

export function packWeights(weights: SoftmaxWeights): { scale: number; cells: string } {
  const peak = weights.cells.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const bytes = Int8Array.from(weights.cells, (value) => Math.round((value / peak) * INT8));
  // Six digits: the scale is part of the document and must read the same wherever it was written.
  return { scale: Number((peak / INT8).toPrecision(6)), cells: Buffer.from(bytes.buffer).toString('base64') };
}

/** Which features the cells belong to: 3 is what a conversation is about, 1 what was said; 2 was 3 with tables of topics. */
export function learnedVersion(brick: BrickDocument): 1 | 3 {
  return brickType(brick).askAs(brick).as === 'category' ? 3 : 1;
}

function readableVersions(brick: BrickDocument): number[] {
  const current = learnedVersion(brick);
  return current === 3 ? [2, 3] : [current];
}

/** Undefined where the brick has none, or one that this version cannot use: then the zero-shot answer is used. */
export function readLearned(brick: BrickDocument, dimensions: number): ReadModel | undefined {
  const model = readLearnedModel(brick.learned);
  if (model === undefined || !readableVersions(brick).includes(model.version)) return undefined;
  const bytes = Buffer.from(model.cells, 'base64');
  const width = model.stems.length + dimensions + 1;
  if (bytes.length !== width * model.classes.length) return undefined;
  const cells = Float64Array.from(
    new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    (cell) => cell * model.scale,
  );
  // Version 2 used another word table, so its vectors mean nothing here; its stems still count.
  if (model.version === 2)
    for (let start = model.stems.length; start < cells.length; start += width) cells.fill(0, start, start + dimensions);
  const stemPositions = new Map(model.stems.map((stem, position) => [stem, position]));
  return { model, weights: { cells, classes: model.classes.length, width }, stemPositions };
}

export function toExample(
  features: LearnFeatures,
  stemPositions: ReadonlyMap<string, number>,
  zeroShot: Float64Array,
  blend: number,
  label = -1,
): Example {
  const found: Array<readonly [number, number]> = [];
  for (const [stem, value] of features.stems) {
    const position = stemPositions.get(stem);
    if (position !== undefined) found.push([position, FITTING.featureScale * value]);
  }
  for (const [cell, value] of features.meaning.entries())
    found.push([stemPositions.size + cell, FITTING.featureScale * value]);
  return {
    indices: Int32Array.from(found, ([index]) => index),
    values: Float64Array.from(found, ([, value]) => value),
    label,
    offsets: zeroShot.map((score) => blend * score),
  };
}

export function chancesOf(read: ReadModel, features: LearnFeatures, zeroShot: Float64Array): Float64Array {
  return chancesOfExample(read.weights, toExample(features, read.stemPositions, zeroShot, read.model.zero_shot));
}

/** The calibration of a learned model works on the log odds of its best class. */
export function asCalibration(model: LearnedModel): Calibration {
  return { bias: model.calibration.bias, weights: { odds: model.calibration.slope } };
}

export function logOdds(chance: number): number {
  const held = Math.min(1 - FITTING.leastChance, Math.max(FITTING.leastChance, chance));
  return Math.log(held / (1 - held));
}
