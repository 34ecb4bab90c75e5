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

export interface ScorecardSection {
  /** Null for lines without one. */
  section: string | null;
  /** Of the lines that are counted. */
  earned: number;
  points: number;
}

export interface Scorecard {
  /** The score brick. */
  brick_key: string;
  name: string;
  /** `unknown`: nobody can say what it is, for example because it is not known whether it fails; `not_applicable`: none of its lines applies. */
  state: 'counted' | 'failed' | 'unknown' | 'not_applicable';
  /** Null where it is unknown or does not apply. */
  value: number | null;
  out_of: number;
  /** Of the lines that are counted, as if nothing had failed. */
  earned: number;
  points: number;
  lines: ScorecardLine[];
  /** Subtotals, in the order of the lines. */
  sections: ScorecardSection[];
  /** Names of the bricks whose `fail_if` made the score 0. */
  failed_by: string[];
  /** Names of the bricks whose `fail_if` is not known. */
  unknown_failures: string[];
}

type Answer = Pick<BrickOutput, 'value' | 'applicability'>;
type Bricks = Readonly<Record<string, Answer>>;
type Item = KitScore['items'][number];

/** The scores of a run as forms: `toScorecards(schema.bricks, run.output.bricks)`. None for a kit without a score, or a run without an answer for it. */
export function toScorecards(schemas: readonly BrickSchema[], bricks: Bricks): Scorecard[] {
  const byKey = new Map(schemas.map((schema) => [schema.key, schema]));
  const nameOf = (key: string) => byKey.get(key)?.name ?? key;
  return schemas.flatMap(({ key, name, score }) => {
    const output = bricks[key];
    if (score === undefined || output === undefined) return [];
    const lines = score.items.map((item) => lineOf(item, byKey.get(item.brick), bricks[item.brick]));
    const { fail_if = [], out_of = 100 } = score;
    const failing = fail_if.filter((test) => passes(test, bricks[test.brick]));
    const open = fail_if.filter(({ brick }) => isUnknown(bricks[brick]));
    return [
      {
        brick_key: key,
        name,
        state: stateOf(output, failing.length > 0),
        value: typeof output.value === 'number' ? output.value : null,
        out_of,
        ...sumsOf(lines),
        lines,
        sections: sectionsOf(lines),
        failed_by: failing.map(({ brick }) => nameOf(brick)),
        unknown_failures: open.map(({ brick }) => nameOf(brick)),
      },
    ];
  });
}

function stateOf({ applicability }: Answer, hasFailed: boolean): Scorecard['state'] {
  if (applicability === 'not_applicable') return 'not_applicable';
  if (applicability === 'abstained') return 'unknown';
  return hasFailed ? 'failed' : 'counted';
}

function isUnknown(output: Answer | undefined): boolean {
  return output === undefined || output.applicability === 'abstained';
}

function sumsOf(lines: readonly ScorecardLine[]): { earned: number; points: number } {
  const counted = lines.filter(({ state }) => state === 'counted');
  const sum = (field: 'earned' | 'points') => counted.reduce((total, line) => total + line[field], 0);
  return { earned: sum('earned'), points: sum('points') };
}

function sectionsOf(lines: readonly ScorecardLine[]): ScorecardSection[] {
  const sections = new Map<string | null, ScorecardLine[]>();
  for (const line of lines) sections.set(line.section, [...(sections.get(line.section) ?? []), line]);
  return [...sections].map(([section, own]) => ({ section, ...sumsOf(own) }));
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

function describeTest({ is, at_least, at_most, credit }: Item): string | null {
  if (credit !== undefined) {
    const shares = Object.entries(credit).map(
      ([answer, share]) =>
        `${answer === 'true' ? 'yes' : answer === 'false' ? 'no' : answer} ${Math.round(share * 100)} %`,
    );
    return shares.join(', ');
  }
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
  if (item.credit !== undefined) return creditOf(item.credit, value);
  const good = schema?.good;
  if (typeof value === 'boolean') return value === (good ?? true) ? 1 : 0;
  if (typeof value === 'string') return Array.isArray(good) && good.includes(value) ? 1 : 0;
  const { min = 0, max = min } = schema ?? {};
  if (typeof value !== 'number' || max === min) return 0;
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
  return good === 'low' ? 1 - share : share;
}

/** Of several entries, the one that is worth most. */
function creditOf(credit: Readonly<Record<string, number>>, value: Answer['value']): number {
  const entries = Array.isArray(value) ? value : [value];
  const shares = entries.map(
    (entry) => Object.entries(credit).find(([answer]) => fold(answer) === fold(String(entry)))?.[1] ?? 0,
  );
  return Math.max(0, ...shares);
}

function passes(
  { is, at_least, at_most }: Omit<Item, 'brick' | 'points' | 'credit'>,
  output: Answer | undefined,
): boolean {
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
