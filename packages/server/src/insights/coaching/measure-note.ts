/** How an agent's calls went before and after a note: the figures of insights, compared only where there are enough calls. */
import {
  answersIn,
  clearDifference,
  type Estimate,
  estimateIn,
  FEWEST_CALLS,
  measureOf,
  type News,
  newsOf,
} from '@brickwork/contract/figures';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import type { Scope } from '../../core/scope.ts';
import { lookUpKit } from '../../kits/resolve-kit.ts';
import { toInsightsDocument } from '../insights-document.ts';
import { type ReadInsights, readInsights } from '../read-insights.ts';
import { nextDay } from '../time-zone.ts';
import type { CoachingNote } from './coaching-note.ts';

/** On each side of the note. */
const DAYS = 28;

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
  const metadata = [{ key: agentKey, isNot: false, value: agent }];
  const read = async (from: string, to: string) => {
    const filter = { status: undefined, type: undefined, by: { answers: [], metadata } };
    const request = {
      kit: kitId,
      groupBy: ['month'],
      from,
      to,
      timezone: undefined,
      filter,
      as: 'given',
      cursor: undefined,
    } as const;
    const insights = await readInsights(deps, scope, request);
    return toInsightsDocument(insights, { names: ['month'], as: 'given', reviewed: new Map() }).total;
  };
  const before = await read(nextDay(notedOn, -DAYS), nextDay(notedOn, -1));
  const after = await read(nextDay(notedOn, 1), nextDay(notedOn, DAYS));
  const schemas = describeKit(await lookUpKit(deps.kits, scope.workspaceId, [{ kitId }])).bricks;
  return bricks.flatMap((key): NoteEffect[] => {
    const schema = schemas.find((each) => each.key === key);
    const [earlier, later] = [answersIn(before, key), answersIn(after, key)];
    const known = earlier !== undefined && earlier.answered > 0 ? earlier : later;
    const measure = known && measureOf(known, schema);
    if (measure === undefined) return [];
    const callsBefore = earlier?.answered ?? 0;
    const callsAfter = later?.answered ?? 0;
    const [from, to] = [estimateIn(before, measure), estimateIn(after, measure)];
    const enough = callsBefore >= FEWEST_CALLS && callsAfter >= FEWEST_CALLS;
    const direction = enough ? clearDifference(from, to) : undefined;
    return [
      {
        brick: key,
        name: measure.name,
        what: measure.what,
        before: { calls: callsBefore, ...plain(from) },
        after: { calls: callsAfter, ...plain(to) },
        enough,
        direction,
        news: newsOf(direction, measure),
      },
    ];
  });
}

const plain = (estimate: Estimate | undefined) =>
  estimate && { value: estimate.value, low: estimate.low, high: estimate.high };
