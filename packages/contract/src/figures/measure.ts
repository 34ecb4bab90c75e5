/** How a brick is measured when groups of calls are compared: the mean of its numbers, or the share of its leading answer. */

import type { BrickSchema } from '../bricks/brick-schema.ts';
import type { BrickInsights, Estimate, InsightsGroup } from '../endpoints/insights.ts';
import { formatNumber, formatShare, formatShort } from './format.ts';
import { figureName, figureOf, isNumeric, leadingOf } from './leading-figure.ts';

export interface Measure {
  key: string;
  name: string;
  /** What is measured: `mean`, or the answer whose share it is. */
  what: string;
  /** The answer whose share it is; undefined for numbers. */
  leading: string | number | boolean | undefined;
  /** Which direction is good; undefined where the kit does not say. */
  better: 'up' | 'down' | undefined;
  format(value: number): string;
}

/** Scores up to so much have decimals: 7.4 of 10, but 74 of 100. */
const SMALL_RANGE = 20;

/** `total` holds the brick's answers of all groups, so that every group is measured by the same answer. */
export function measureOf(total: BrickInsights, schema: BrickSchema | undefined): Measure | undefined {
  const { key, name } = total;
  if (isNumeric(total)) {
    const better = schema?.score !== undefined || schema?.good === 'high' ? 'up' : goodIsLow(schema);
    return { key, name, what: 'mean', leading: undefined, better, format: numberFormat(schema) };
  }
  const leading = leadingOf(total);
  if (leading === undefined) return undefined;
  const what = figureName(total).replace('Share', 'share');
  return { key, name, what, leading, better: betterShare(leading, schema), format: formatShare };
}

const goodIsLow = (schema: BrickSchema | undefined) => (schema?.good === 'low' ? 'down' : undefined);

function betterShare(leading: string | number | boolean, schema: BrickSchema | undefined): Measure['better'] {
  const good = schema?.good;
  if (good === undefined) return undefined;
  const isGood = Array.isArray(good) ? good.includes(String(leading)) : leading === good;
  return isGood ? 'up' : 'down';
}

/** How a figure reads of which only `what` is known: the mean of numbers, or a share. */
export const formatFor = (what: string, schema: BrickSchema | undefined): Measure['format'] =>
  what === 'mean' ? numberFormat(schema) : formatShare;

function numberFormat(schema: BrickSchema | undefined): Measure['format'] {
  const max = schema?.score === undefined ? schema?.max : (schema.score.out_of ?? 100);
  if (max !== undefined && max - (schema?.min ?? 0) > SMALL_RANGE) return (value) => formatNumber(Math.round(value));
  return formatShort;
}

/** The measured figure of a group; undefined where nothing was answered. */
export function estimateIn(group: Pick<InsightsGroup, 'bricks'> | undefined, measure: Measure): Estimate | undefined {
  const brick = answersIn(group, measure.key);
  if (brick === undefined || brick.answered === 0) return undefined;
  return isNumeric(brick) ? brick.mean : figureOf(brick, measure.leading);
}

export function answersIn(group: Pick<InsightsGroup, 'bricks'> | undefined, key: string): BrickInsights | undefined {
  return group?.bricks.find((brick) => brick.key === key);
}

/** The brick by which a kit is judged: its score, else a rating, else its first yes/no question, those that say what is good first. */
export function mainBrickOf<Brick extends BrickSchema>(bricks: readonly Brick[]): Brick | undefined {
  return (
    bricks.find(({ score }) => score !== undefined) ??
    bricks.find(({ type, good, max }) => type === 'numeric' && good !== undefined && max !== undefined) ??
    bricks.find(({ type, good }) => type === 'boolean' && good !== undefined) ??
    bricks.find(({ type }) => type === 'boolean') ??
    bricks.find(({ type, many }) => type === 'categorical' && many !== true) ??
    bricks.find(({ type }) => type === 'numeric')
  );
}

export type News = 'good' | 'bad' | 'neutral';

export function newsOf(direction: 'up' | 'down' | undefined, { better }: Pick<Measure, 'better'>): News {
  if (direction === undefined || better === undefined) return 'neutral';
  return direction === better ? 'good' : 'bad';
}
