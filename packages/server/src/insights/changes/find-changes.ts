/**
 * What changed between two periods, and where, each change listed once: a fall of one question in one team also moves the team's score, the
 * score of all calls and the team's agents, but it is one change.
 */
import type { Measure } from '@brickwork/contract/figures';
import {
  add,
  type Difference,
  errorOf,
  holm,
  meanOf,
  NOTHING,
  normalTail,
  type Spread,
  type Tally,
  testDifference,
  without,
} from './test-difference.ts';

/** The calls of an agent in a team, in one period: the answers, by the key of the brick. */
export interface Cell {
  team: string | undefined;
  agent: string | undefined;
  calls: number;
  tallies: ReadonlyMap<string, Tally>;
}

/** A figure that is tracked. */
export interface Followed {
  measure: Measure;
  /** Undefined for shares. */
  spread: Spread | undefined;
  /** For an item of the score: the points of a call per unit of the figure; undefined for everything else. */
  points: number | undefined;
}

export interface Both {
  before: readonly Cell[];
  after: readonly Cell[];
}

/** Calls of a team, of an agent, or all. */
export interface Where {
  team?: string | undefined;
  agent?: string | undefined;
}

export interface Change extends Difference {
  followed: Followed;
  where: Where;
  before: Tally;
  after: Tally;
}

/** With fewer calls, no change can be larger than chance explains, so they are not tested. */
const FEWEST_BEFORE = 8;
const FEWEST_AFTER = 4;
const LEVEL = 0.05;
/** Stricter: parts are looked at because they changed most, so chance alone sets them apart from the rest more often. */
const APART = 0.01;

export interface Found {
  /** The clearest first. */
  named: Change[];
  /** Every change that is larger than chance explains, including consequences of others. */
  all: Change[];
  /** How many differences were tested. */
  tested: number;
}

export function findChanges(cells: Both, followed: readonly Followed[], main: string | undefined): Found {
  const tests = testsOf(cells, followed);
  const all = holm(tests, LEVEL);
  const strict = LEVEL / tests.length;
  const left = (change: Change, others: readonly Change[]) => leftOver(cells, change, others, main);
  // The fall of a team may be caused by one agent, or the other way round: the one that leaves less unexplained is chosen.
  const weaker = new Set(
    all.flatMap((change) =>
      all
        .filter((other) => isIn(cells, other, change))
        .flatMap((other) => {
          const [ofTeam, ofAgent] = [left(change, [other]), left(other, [change])];
          if (ofTeam > ofAgent && ofTeam > strict) return change;
          return ofAgent > strict ? other : [];
        }),
    ),
  );
  // Parts that changed like all the others are not named beside the whole, unless they changed even more.
  for (const whole of all.filter(({ where }) => where.team === undefined && where.agent === undefined))
    for (const by of ['team', 'agent'] as const) {
      const parts = all.filter(({ followed: each, where }) => each === whole.followed && where[by] !== undefined);
      if (!isLikeTheRest(cells, whole.followed, parts)) continue;
      for (const part of parts) if (left(part, [whole]) > strict) weaker.add(part);
    }
  const candidates = all.filter((change) => !weaker.has(change));
  const named: Change[] = [];
  for (const change of candidates.toSorted((a, b) => rankOf(a, main) - rankOf(b, main) || a.p - b.p))
    if (left(change, named) <= strict) named.push(change);
  return { named: onePerAgent(named, main).toSorted((a, b) => a.p - b.p), all, tested: tests.length };
}

/** Whether all other calls changed about as much as those of these parts, or are too few to tell. */
function isLikeTheRest(cells: Both, { measure: { key }, spread }: Followed, parts: readonly Change[]): boolean {
  const isPart = (cell: Cell) => parts.some(({ where }) => isAt(cell, where));
  const of = (all: readonly Cell[], isIncluded: boolean) =>
    tallyOf(
      all.filter((cell) => isPart(cell) === isIncluded),
      {},
      key,
    );
  const [before, after] = [of(cells.before, false), of(cells.after, false)];
  if (before.n < FEWEST_BEFORE || after.n < FEWEST_AFTER) return true;
  const [partsBefore, partsAfter] = [of(cells.before, true), of(cells.after, true)];
  const apart = meanOf(partsAfter) - meanOf(partsBefore) - (meanOf(after) - meanOf(before));
  const tallies = [before, after, partsBefore, partsAfter];
  const squared = tallies.reduce((sum, tally) => sum + errorOf(tally, spread).squared, 0);
  return 2 * normalTail(Math.abs(apart) / Math.sqrt(squared)) > APART;
}

/** The order of explanations: a question in a team, then agents, then a question everywhere; a score follows from its questions. */
function rankOf({ followed: { measure }, where }: Change, main: string | undefined): number {
  if (where.agent !== undefined) return 1;
  return (measure.key === main ? 3 : 0) + (where.team === undefined ? 2 : 0);
}

const isIn = (cells: Both, { where: { agent } }: Change, { where: { team } }: Change) =>
  team !== undefined && agent !== undefined && teamsOf(cells, agent).includes(team);

/** An agent is listed once: by the score, if it changed. */
function onePerAgent(changes: readonly Change[], main: string | undefined): Change[] {
  const best = new Map<string, Change>();
  for (const change of changes) {
    const { agent } = change.where;
    if (agent === undefined) continue;
    const known = best.get(agent);
    if (known === undefined || change.followed.measure.key === main) best.set(agent, change);
  }
  return changes.filter((change) => change.where.agent === undefined || best.get(change.where.agent) === change);
}

function testsOf(cells: Both, followed: readonly Followed[]): Change[] {
  const teams = distinct(cells.after.map(({ team }) => team));
  const agents = distinct(cells.after.map(({ agent }) => agent));
  const places: Where[] = [
    {},
    ...(teams.length > 1 ? teams.map((team) => ({ team })) : []),
    ...(agents.length > 1 ? agents.map((agent) => ({ agent })) : []),
  ];
  return followed.flatMap((each) => places.flatMap((where) => changeOf(cells, each, where) ?? []));
}

/** Undefined if there are too few calls to compare. */
export function changeOf(cells: Both, followed: Followed, where: Where): Change | undefined {
  const { key } = followed.measure;
  const [before, after] = [tallyOf(cells.before, where, key), tallyOf(cells.after, where, key)];
  if (before.n < FEWEST_BEFORE || after.n < FEWEST_AFTER) return undefined;
  return { followed, where, before, after, ...testDifference(before, after, followed.spread) };
}

export const isAt = (cell: Cell, { team, agent }: Where): boolean =>
  (team === undefined || cell.team === team) && (agent === undefined || cell.agent === agent);

export function tallyOf(cells: readonly Cell[], where: Where, key: string): Tally {
  return cells
    .filter((cell) => isAt(cell, where))
    .reduce((sum, { tallies }) => add(sum, tallies.get(key) ?? NOTHING), NOTHING);
}

/**
 * How likely chance explains the rest of a change after others are accounted for: without the calls of listed agents and teams in it, and
 * beyond the points lost by listed questions.
 */
function leftOver(cells: Both, change: Change, others: readonly Change[], main: string | undefined): number {
  const { followed, where } = change;
  const {
    measure: { key },
    spread,
  } = followed;
  if (
    where.agent !== undefined &&
    others.some((other) => other.where.agent === where.agent && other.followed.measure.key === main)
  )
    return 1;
  const inside = others.filter((other) => isInside(other, change, main));
  const isLeft = (cell: Cell) => !inside.some((other) => isAt(cell, other.where));
  const rest = { before: cells.before.filter(isLeft), after: cells.after.filter(isLeft) };
  const [before, after] = [tallyOf(rest.before, where, key), tallyOf(rest.after, where, key)];
  if (before.n < FEWEST_BEFORE || after.n < FEWEST_AFTER) return 1;
  const expected = others
    .filter((other) => !inside.includes(other))
    .map((other) => expectedFrom(rest, change, other, main));
  const known = expected.filter((each) => each !== undefined);
  if (known.length === 0) return testDifference(before, after, spread).p;
  const apart = meanOf(after) - meanOf(before) - known.reduce((sum, { value }) => sum + value, 0);
  const squared = [before, after].reduce((sum, tally) => sum + errorOf(tally, spread).squared, 0);
  return 2 * normalTail(Math.abs(apart) / Math.sqrt(known.reduce((sum, each) => sum + each.squared, squared)));
}

/** Whether the calls of another change are part of this one's calls and move its figure. */
function isInside(other: Change, { followed, where }: Change, main: string | undefined): boolean {
  if (where.agent !== undefined) return false;
  if (other.where.agent !== undefined) return true;
  const { key } = followed.measure;
  return (
    where.team === undefined && other.where.team !== undefined && (key === other.followed.measure.key || key === main)
  );
}

/** The expected size of a change because of an enclosing one: the change of the rest, or the points of the question. */
function expectedFrom(cells: Both, { followed, where }: Change, other: Change, main: string | undefined) {
  const { key } = other.followed.measure;
  const isSame = key === followed.measure.key;
  const costs = followed.measure.key === main ? other.followed.points : undefined;
  if (other.where.agent !== undefined || (!isSame && costs === undefined)) return undefined;
  const { team } = other.where;
  const isAround =
    team === undefined ||
    where.team === team ||
    (where.agent !== undefined && teamsOf(cells, where.agent).includes(team));
  if (!isAround) return undefined;
  // An agent or team is not part of the group it is compared with; the score of a team follows from its own answers.
  const isOwn = !isSame && where.agent === undefined;
  const of = (all: readonly Cell[]) =>
    isOwn
      ? tallyOf(all, where, key)
      : without(tallyOf(all, other.where, key), tallyOf(all, { ...other.where, ...where }, key));
  const [before, after] = [of(cells.before), of(cells.after)];
  if (before.n === 0 || after.n === 0) return undefined;
  const scale = isSame ? 1 : (costs ?? 0);
  const squared = isOwn
    ? 0
    : scale ** 2 * (errorOf(before, other.followed.spread).squared + errorOf(after, other.followed.spread).squared);
  return { value: scale * (meanOf(after) - meanOf(before)), squared };
}

const teamsOf = (cells: Both, agent: string) =>
  distinct([...cells.before, ...cells.after].filter((cell) => cell.agent === agent).map(({ team }) => team));

const distinct = (values: readonly (string | undefined)[]) => [
  ...new Set(values.filter((value) => value !== undefined)),
];
