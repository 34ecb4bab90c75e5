/** After the chaos: checks the client's and the receiver's records against the service's answers, then the database against its own rules. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeId, encodeId } from '@brickwork/server/core/ids';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { differencesOfCounts } from '../../test/support/recount-insights.ts';
import type { SiteDatabase } from '../support/site.ts';
import { GOLDEN_LINES, type StubbornClient } from './stubborn-client.ts';
import type { ReceiverRecord } from './unsteady-receiver.ts';

const PATIENCE_MS = 120_000;

/** What must not be, in words. */
export async function judge(db: SiteDatabase, client: StubbornClient, receiver: ReceiverRecord): Promise<string[]> {
  const { record } = client;
  const violations: string[] = await pushesUnread(db, client);
  for (const [name, runId] of record.accepted) {
    const status = await client.untilEnded(runId, PATIENCE_MS);
    if (status !== 'succeeded') violations.push(`${name} (${runId}) is ${status ?? 'not ended'}`);
  }
  violations.push(...(await evaluationsUnfinished(db, client)));
  violations.push(...record.faults, ...(await eventsMissing(client, receiver)), ...receiver.faults);
  const own = [decodeId('ws', db.workspaceId) ?? ''];
  const { rows } = await query<{ external_id: string; count: number }>(
    db,
    'SELECT external_id, count(*)::int AS count FROM runs WHERE workspace_id = $1 AND external_id IS NOT NULL GROUP BY external_id HAVING count(*) > 1',
    own,
  );
  for (const { external_id: name, count } of rows) violations.push(`${name} was stored ${count} times`);
  const stored = await query<{ external_id: string }>(db, 'SELECT external_id FROM runs WHERE workspace_id = $1', own);
  if (stored.rows.length !== record.accepted.size)
    violations.push(`${stored.rows.length} runs are stored, the client has ${record.accepted.size} in its record`);
  violations.push(...(await checkInvariants(db.database)), ...(await differencesOfCounts(db.database)));
  return violations;
}

/** Every push that was answered 2xx was read and has a run, which from then on counts like any other. */
async function pushesUnread(db: SiteDatabase, { record }: StubbornClient): Promise<string[]> {
  let left = Number.POSITIVE_INFINITY;
  // As long as it gets on it is waited for.
  for (let deadline = 0; ; await sleep(100)) {
    const text = 'SELECT count(*)::int AS count FROM intake_payloads WHERE pending';
    const { count = 0 } = (await query<{ count: number }>(db, text)).rows[0] ?? {};
    if (count < left) deadline = Date.now() + PATIENCE_MS;
    left = Math.min(left, count);
    if (count === 0 || Date.now() > deadline) break;
  }
  const { rows } = await query<{ id: string; external_id: string }>(
    db,
    `SELECT id, external_id FROM runs WHERE metadata::jsonb ->> 'intake' = 'chaos'`,
  );
  for (const { id, external_id: name } of rows) record.accepted.set(name, encodeId('run', id));
  const { rows: outcomes } = await query<{ outcome: string; reason: string | null }>(
    db,
    `SELECT outcome, reason FROM intake_deliveries WHERE outcome NOT IN ('accepted', 'replayed')`,
  );
  return [
    ...[...record.pushed]
      .filter((name) => !record.accepted.has(name))
      .map((name) => `${name} was pushed and has no run`),
    ...outcomes.map(({ outcome, reason }) => `a delivery is ${outcome}: ${reason}`),
  ];
}

/** Every evaluation has ended well, with an answer for each line and none twice, whatever the client knows of it. */
async function evaluationsUnfinished(db: SiteDatabase, client: StubbornClient): Promise<string[]> {
  const violations: string[] = [];
  for (const id of client.record.evaluations) {
    const found = await client.untilEvaluated(id, PATIENCE_MS);
    if (found?.status !== 'succeeded' || found.done !== GOLDEN_LINES)
      violations.push(`evaluation ${id} is ${found?.status ?? 'not ended'} with ${found?.done} answers`);
  }
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await query<{ status: string; answers: number; lines: number }>(
      db,
      `SELECT v.status, count(a.number)::int AS answers, count(DISTINCT a.number)::int AS lines FROM evaluations v
       LEFT JOIN evaluation_answers a ON a.workspace_id = v.workspace_id AND a.environment = v.environment AND a.evaluation_id = v.id
       GROUP BY v.workspace_id, v.environment, v.id`,
    );
    const isRunning = rows.some(({ status }) => status === 'running');
    if (isRunning && Date.now() < deadline) {
      await sleep(100);
      continue;
    }
    if (rows.length === 0) violations.push('no evaluation was stored');
    for (const { status, answers, lines } of rows)
      if (status !== 'succeeded' || answers !== GOLDEN_LINES || lines !== GOLDEN_LINES)
        violations.push(`an evaluation is ${status} with ${answers} answers to ${lines} of ${GOLDEN_LINES} lines`);
    return violations;
  }
}

/** Every run that the client knows to have ended must be in the receiver's record, and nothing else. */
async function eventsMissing({ record }: StubbornClient, receiver: ReceiverRecord): Promise<string[]> {
  const runs = new Set(record.accepted.values());
  const missing = () => [...runs].filter((runId) => !receiver.taken.has(runId));
  const deadline = Date.now() + PATIENCE_MS;
  while (missing().length > 0 && Date.now() < deadline) await sleep(100);
  return [
    ...missing().map((runId) => `the event of run ${runId} was never received`),
    ...[...receiver.taken.keys()]
      .filter((runId) => !runs.has(runId))
      .map((runId) => `an event came about run ${runId}, which the client never got`),
    ...[...receiver.statuses]
      .filter(([runId, status]) => runs.has(runId) && status !== 'succeeded')
      .map(([runId, status]) => `the event of run ${runId} says ${status}`),
  ];
}

/** The first query after a restart may meet a dead connection of the pool. */
export async function query<Row extends Record<string, unknown>>(
  { database }: SiteDatabase,
  text: string,
  values: string[] = [],
) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.query<Row>(text, values);
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(200);
    }
  }
}

/** Unexpected errors are logged with this message. */
export function unexpectedLines(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines
    .filter((line) => /unexpected error|UnhandledPromise|uncaught/i.test(line))
    .map((line) => `log: ${line.slice(0, 300)}`);
}
