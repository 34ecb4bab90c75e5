/** The public shape of what changed. */
import type { changesApi } from '@brickwork/contract';
import type { Measure } from '@brickwork/contract/figures';
import type { Changes, Shown, Told, ToldChange } from './read-changes.ts';
import type { RankedAgent } from './who-needs-help.ts';

export function toChangesDocument(changes: Changes): changesApi.ChangesDocument {
  const { from, to, against, timezone, isFinished, moved, agents } = changes;
  return {
    ...toKitChanges(changes),
    from,
    to,
    against,
    timezone,
    finished: isFinished,
    moved: moved.map(toMoved),
    median: agents?.median,
    unnamed: agents?.unnamed ?? 0,
  };
}

/** Also part of a week's summary of a kit. */
export function toKitChanges(changes: Changes) {
  const { kitId, kitCode, calls, score, tested, agents, moved } = changes;
  return {
    kit_id: kitId,
    kit_code: kitCode,
    calls,
    score: score && {
      ...named(score.measure),
      ...shown(score.after),
      before: score.before && shown(score.before),
      difference: score.difference,
      direction: score.direction,
      news: score.news,
    },
    changes: changes.changes.map((change) => toChange(change, changes.nameOf)),
    tested,
    agents: (agents?.ranked ?? []).map((agent) => toAgent(agent, moved, score?.measure.key)),
    unranked: agents?.few ?? [],
  };
}

function toMoved({ measure, team, agent, before, after, difference, direction, news }: Told) {
  return { ...named(measure), team, agent, before: shown(before), after: shown(after), difference, direction, news };
}

function toChange(change: ToldChange, nameOf: (brick: string) => string): changesApi.ChangeDocument {
  const { points, costs, teams, agents, shows, calls } = change.why;
  return {
    ...toMoved(change),
    points: points?.questions.map((each) => ({ ...each, name: nameOf(each.brick) })),
    rest: points?.rest,
    costs,
    teams,
    agents,
    shows,
    calls: calls.map(({ runId, externalId, occurredAt, agent, score }) => ({
      run_id: runId,
      external_id: externalId,
      occurred_at: occurredAt.toISOString(),
      agent,
      score,
    })),
  };
}

function toAgent(agent: RankedAgent, moved: readonly Told[], main: string | undefined) {
  const { losses, ...rest } = agent;
  const trend = moved.find((each) => each.agent === agent.name && each.measure.key === main);
  return {
    ...rest,
    before: trend && plain(trend.before),
    direction: trend?.direction,
    costs: losses.map(({ item, met, points, answered }) => ({
      brick: item.key,
      name: item.name,
      met: met.value,
      count: Math.round(met.value * answered),
      n: answered,
      points,
    })),
  };
}

const named = ({ key, name, what }: Measure) => ({ brick: key, name, what });
const plain = ({ value, low, high }: Shown) => ({ value, low, high });
const shown = ({ value, low, high, n, count }: Shown) => ({ value, low, high, n, count });
