/** An agent's figures before and after a note: the difference of each question is tested. */
import { answersIn, type Estimate, measureOf, type News, newsOf } from '@brickwork/contract/figures';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import type { Scope } from '../../core/scope.ts';
import { nextDay } from '../../core/time-zone.ts';
import { lookUpKit } from '../../kits/resolve-kit.ts';
import { tallyOf } from '../changes/find-changes.ts';
import { readCells, withTallies } from '../changes/read-cells.ts';
import { shownOf, spreadOf } from '../changes/read-changes.ts';
import { testDifference } from '../changes/test-difference.ts';
import type { ReadInsights } from '../read-insights.ts';
import type { CoachingNote } from './coaching-note.ts';

/** On each side of the note. */
const DAYS = 28;
/** With fewer calls on a side, nothing is compared. */
const FEWEST_CALLS = 10;
/** A note is about one agreement: no correction for several tests. */
const LEVEL = 0.05;

export interface NoteEffect {
  brick: string;
  name: string;
  what: string;
  before: Partial<Estimate> & { calls: number };
  after: Partial<Estimate> & { calls: number };
  enough: boolean;
  direction: 'up' | 'down' | undefined;
  news: News;
}

/** `agentKey`: the metadata key of the dimension `agent`. */
export async function measureNote(
  deps: ReadInsights,
  scope: Scope,
  agentKey: string,
  { agent, kitId, bricks, notedOn }: CoachingNote,
): Promise<NoteEffect[]> {
  const by = { answers: [], metadata: [{ key: agentKey, isNot: false, value: agent }] };
  const filter = { status: undefined, type: undefined, by };
  const timezone = await deps.insights.timezoneOf(scope.workspaceId);
  const counted = await deps.insights.bricks(scope, kitId);
  const keys = { team: undefined, agent: agentKey };
  const read = (from: string, to: string) =>
    readCells(deps, scope, counted, { kitId, from, to, timezone, filter, as: 'given', keys });
  const before = await read(nextDay(notedOn, -DAYS), nextDay(notedOn, -1));
  const after = await read(nextDay(notedOn, 1), nextDay(notedOn, DAYS));
  const schemas = describeKit(await lookUpKit(deps.kits, scope.workspaceId, [{ kitId }])).bricks;
  return bricks.flatMap((key): NoteEffect[] => {
    const [earlier, later] = [answersIn(before.total, key), answersIn(after.total, key)];
    const known = earlier !== undefined && earlier.answered > 0 ? earlier : later;
    const measure =
      known &&
      measureOf(
        known,
        schemas.find((each) => each.key === key),
      );
    if (measure === undefined) return [];
    const [from, to] = [before, after].map(({ cells }) =>
      tallyOf(
        cells.map((cell) => withTallies(cell, [measure])),
        {},
        key,
      ),
    );
    if (from === undefined || to === undefined) return [];
    const enough = from.n >= FEWEST_CALLS && to.n >= FEWEST_CALLS;
    const spread = measure.leading === undefined ? spreadOf([before, after], measure) : undefined;
    const { value, p } = testDifference(from, to, spread);
    const direction = !enough || p > LEVEL ? undefined : value > 0 ? 'up' : 'down';
    const range = counted.find((each) => each.key === key)?.range;
    const sideOf = (tally: typeof from) => {
      const { value: figure, low, high } = shownOf(tally, measure, range);
      return { calls: tally.n, ...(tally.n > 0 && { value: figure, low, high }) };
    };
    const sides = { before: sideOf(from), after: sideOf(to) };
    return [
      {
        brick: key,
        name: measure.name,
        what: measure.what,
        ...sides,
        enough,
        direction,
        news: newsOf(direction, measure),
      },
    ];
  });
}
