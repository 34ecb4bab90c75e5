/** After the chaos: what questions, contrasts, learnings and cancels have left in the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeId } from '@brickwork/server/core/ids';
import type { SiteDatabase } from '../support/site.ts';
import { CALLS, type ChaosRooms, PATIENCE_MS } from './chaos-rooms.ts';
import { query } from './judge.ts';

const DONE = new Set(['succeeded', 'enough', 'complete']);
const ENDED = new Set(['succeeded', 'cancelled']);

/** What must not be, in words. */
export async function judgeRooms(db: SiteDatabase, rooms: ChaosRooms, reads: boolean): Promise<string[]> {
  const { client, record } = rooms;
  await rooms.settle();
  return [
    ...client.record.faults,
    ...record.faults,
    ...resultsDiffering(rooms, reads),
    ...(await workUnfinished(db, rooms)),
    ...(await callsAskedOtherwise(db, rooms)),
    ...(await runsLeft(db, rooms)),
  ];
}

/** The same work over the same calls has the same result, whatever happened meanwhile. */
function resultsDiffering({ record }: ChaosRooms, reads: boolean): string[] {
  return Object.entries(record.ended).flatMap(([name, ended]) => {
    if (ended.size === 0) return name === 'learnings' && !reads ? [] : [`none of the ${name} has ended`];
    const results = [...new Set(ended.values())];
    return results.length === 1
      ? []
      : [`${name} over the same calls have ${results.length} results: ${results.join(' and ')}`];
  });
}

/** Also those of which the client never heard that they were started. */
async function workUnfinished(db: SiteDatabase, rooms: ChaosRooms): Promise<string[]> {
  const read = async () => {
    const text = `SELECT 'question' AS kind, status, count(*)::int AS count FROM questions WHERE workspace_id = $1 GROUP BY status
      UNION ALL SELECT 'contrast', status, count(*)::int FROM contrasts WHERE workspace_id = $1 GROUP BY status
      UNION ALL SELECT 'learning', status, count(*)::int FROM learnings WHERE workspace_id = $1 GROUP BY status`;
    return (await query<{ kind: string; status: string; count: number }>(db, text, [idOf(rooms)])).rows;
  };
  const deadline = Date.now() + PATIENCE_MS;
  while ((await read()).some(({ status }) => status === 'running') && Date.now() < deadline) await sleep(100);
  return (await read())
    .filter(({ status }) => !DONE.has(status))
    .map(({ kind, status, count }) => `${count} of kind ${kind} are ${status}`);
}

/** Every question has asked each call once, and what was accepted is stored. */
async function callsAskedOtherwise(db: SiteDatabase, rooms: ChaosRooms): Promise<string[]> {
  const text = `SELECT q.id, count(*)::int AS asked, count(DISTINCT r.run_id)::int AS calls, count(*) FILTER (WHERE r.state = 'answered')::int AS answered
    FROM questions q JOIN question_runs r ON r.workspace_id = q.workspace_id AND r.environment = q.environment AND r.question_id = q.id
    WHERE q.workspace_id = $1 GROUP BY q.id`;
  const { rows } = await query<{ id: string; asked: number; calls: number; answered: number }>(db, text, [idOf(rooms)]);
  const stored = new Set(rows.map(({ id }) => id));
  return [
    ...rows
      .filter(({ asked, calls, answered }) => [asked, calls, answered].some((count) => count !== CALLS))
      .map((row) => `a question has asked ${JSON.stringify(row)}`),
    ...[...rooms.record.ended.questions.keys()]
      .filter((id) => !stored.has(decodeId('qst', id) ?? ''))
      .map((id) => `question ${id} was accepted and is lost`),
  ];
}

/** Nothing that was accepted and then cancelled is lost, is there twice, or goes on. */
async function runsLeft(db: SiteDatabase, rooms: ChaosRooms): Promise<string[]> {
  const { accepted } = rooms.client.record;
  const violations: string[] = [];
  for (const [name, runId] of accepted) {
    const status = await rooms.client.untilEnded(runId, PATIENCE_MS);
    if (!ENDED.has(status ?? '')) violations.push(`${name} (${runId}) is ${status ?? 'not ended'}`);
  }
  const text = `SELECT count(*)::int AS count FROM runs WHERE workspace_id = $1 AND type = 'api'`;
  const { count = 0 } = (await query<{ count: number }>(db, text, [idOf(rooms)])).rows[0] ?? {};
  if (count !== accepted.size + CALLS)
    violations.push(`${count} runs are stored, ${accepted.size} were accepted and ${CALLS} loaded`);
  return violations;
}

const idOf = ({ workspaceId }: ChaosRooms): string => decodeId('ws', workspaceId) ?? '';
