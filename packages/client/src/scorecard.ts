import type { BrickOutput } from './wire/brick-output.ts';
import type { BrickSchema, KitScore } from './wire/kit.ts';

/** One line of a scorecard: what a brick adds to a score. */
export interface ScorecardLine {
  brick_key: string;
  name: string;
  /** The brick's `section`, where it has one. */
  section: string | null;
  /** What earns the points, in words ("is now or today", "at least 3"); null where it goes without saying. */
  test: string | null;
  /** Lines that do not apply or that abstained are part of neither sum. */
  state: 'counted' | 'not_applicable' | 'abstained';
  earned: number;
  points: number;
}

export interface Scorecard {
  /** The score brick. */
  brick_key: string;
  name: string;
  lines: ScorecardLine[];
  /** Names of the bricks whose `fail_if` made the score 0. */
  failed_by: string[];
}

type Answer = Pick<BrickOutput, 'value' | 'applicability'>;
type Bricks = Readonly<Record<string, Answer>>;
type Item = KitScore['items'][number];

/** The scores of a run as forms: `toScorecards(schema.bricks, run.output.bricks)`. None for a kit without a score. */
export function toScorecards(schemas: readonly BrickSchema[], bricks: Bricks): Scorecard[] {
  const byKey = new Map(schemas.map((schema) => [schema.key, schema]));
  const nameOf = (key: string) => byKey.get(key)?.name ?? key;
  return schemas.flatMap(({ key, name, score }) => {
    const output = bricks[key];
    if (score === undefined || output === undefined || output.applicability !== undefined) return [];
    const lines = score.items.map((item) => lineOf(item, byKey.get(item.brick), bricks[item.brick]));
    const failing = (score.fail_if ?? []).filter((test) => passes(test, bricks[test.brick]));
    return [{ brick_key: key, name, lines, failed_by: failing.map(({ brick }) => nameOf(brick)) }];
  });
}

function lineOf(item: Item, schema: BrickSchema | undefined, output: Answer | undefined): ScorecardLine {
  const state = output === undefined ? 'abstained' : (output.applicability ?? 'counted');
  const share = state === 'counted' && output !== undefined ? shareOf(item, schema, output) : 0;
  return {
    brick_key: item.brick,
    name: schema?.name ?? item.brick,
    section: schema?.section ?? null,
    test: describeTest(item),
    state,
    earned: item.points * share,
    points: item.points,
  };
}

function describeTest({ is, at_least, at_most }: Item): string | null {
  const values = (Array.isArray(is) ? is : [is]).filter((value) => value !== undefined && value !== true);
  const parts = [
    ...(values.length === 0 ? [] : [`is ${values.map((value) => (value === false ? 'no' : value)).join(' or ')}`]),
    ...(at_least === undefined ? [] : [`at least ${at_least}`]),
    ...(at_most === undefined ? [] : [`at most ${at_most}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function shareOf(item: Item, schema: BrickSchema | undefined, output: Answer): number {
  if (item.is !== undefined || item.at_least !== undefined || item.at_most !== undefined) {
    return passes(item, output) ? 1 : 0;
  }
  const { value } = output;
  const good = schema?.good;
  if (typeof value === 'boolean') return value === (good ?? true) ? 1 : 0;
  if (typeof value === 'string') return Array.isArray(good) && good.includes(value) ? 1 : 0;
  const { min = 0, max = min } = schema ?? {};
  if (typeof value !== 'number' || max === min) return 0;
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
  return good === 'low' ? 1 - share : share;
}

function passes({ is, at_least, at_most }: Omit<Item, 'brick' | 'points'>, output: Answer | undefined): boolean {
  if (output === undefined || output.applicability !== undefined) return false;
  const values = Array.isArray(output.value) ? output.value : [output.value];
  const wanted = Array.isArray(is) ? is : [is];
  if (is !== undefined && !values.some((value) => wanted.some((one) => fold(one) === fold(value)))) return false;
  if (at_least === undefined && at_most === undefined) return is !== undefined;
  return values.some(
    (value) => typeof value === 'number' && value >= (at_least ?? -Infinity) && value <= (at_most ?? Infinity),
  );
}

/** Texts are compared without regard to case and space, as the service does it. */
function fold(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ').toLowerCase() : value;
}
