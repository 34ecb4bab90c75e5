/** After the chaos: what the parts did by their own records, against what is stored and what has arrived. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeId } from '@brickwork/server/core/ids';
import type { SiteDatabase } from '../support/site.ts';
import type { ChaosParts } from './chaos-parts.ts';
import { query } from './judge.ts';

const PATIENCE_MS = 120_000;

/** What must not be, in words. */
export async function judgeParts(db: SiteDatabase, parts: ChaosParts): Promise<string[]> {
  const { client, record } = parts;
  return [
    ...client.record.faults,
    ...record.faults,
    ...(await writesMissing(parts)),
    ...(await alertsUntold(db, parts)),
    ...(await backfillsWrong(db, parts)),
    ...(await storedOtherwise(db, parts)),
  ];
}

const idOf = ({ record }: ChaosParts): string => decodeId('ws', record.workspaceId) ?? '';

/** Every run is in the books, as reviewers corrected it. */
async function writesMissing({ client, books }: ChaosParts): Promise<string[]> {
  const { accepted, reviewed } = client.record;
  const missing = () =>
    [...accepted].filter(([name, runId]) => books.records.get(name) !== (reviewed.has(runId) ? 99 : 2));
  await until(() => missing().length === 0);
  return missing().map(([name]) => `the books say ${books.records.get(name)} about ${name}`);
}

/** The alert is in the state that its rule asks for; its events take turns, and each was told to the channel once. */
async function alertsUntold(db: SiteDatabase, parts: ChaosParts): Promise<string[]> {
  const wanted = parts.record.isRaised ? 'alert.raised' : 'alert.resolved';
  const events = async () => {
    const text = `SELECT type FROM events WHERE workspace_id = $1 AND type LIKE 'alert.%' ORDER BY position`;
    return (await query<{ type: string }>(db, text, [idOf(parts)])).rows.map(({ type }) => type);
  };
  const told = async () => {
    const text = `SELECT d.id, d.status, sum(n.times)::int AS times FROM channel_deliveries d
      JOIN channel_notifications n ON n.workspace_id = d.workspace_id AND n.environment = d.environment AND n.delivery_id = d.id
      WHERE d.workspace_id = $1 GROUP BY d.id, d.status`;
    return (await query<{ id: string; status: string; times: number }>(db, text, [idOf(parts)])).rows;
  };
  await until(async () => ((await events()).at(-1) ?? 'alert.resolved') === wanted);
  await until(async () => (await told()).every(({ status }) => status !== 'pending'));
  const [types, messages] = [await events(), await told()];
  const count = messages.reduce((sum, { times }) => sum + times, 0);
  const violations = types
    .filter((type, index) => type !== (index % 2 === 0 ? 'alert.raised' : 'alert.resolved'))
    .map((type) => `${type} was recorded twice in a row`);
  if ((types.at(-1) ?? 'alert.resolved') !== wanted)
    violations.push(`the last of ${types.length} events of the alert is not ${wanted}`);
  if (count !== types.length) violations.push(`${types.length} events of the alert, ${count} notifications`);
  const unsent = messages.filter(({ status }) => status !== 'succeeded');
  if (unsent.length > 0) violations.push(`${unsent.length} messages of the channel were not sent`);
  if (parts.books.messages.size !== messages.length)
    violations.push(`${messages.length} messages were sent, ${parts.books.messages.size} have arrived`);
  return violations;
}

/** Every backfill has ended well, and asked each of its runs once. */
async function backfillsWrong(db: SiteDatabase, parts: ChaosParts): Promise<string[]> {
  const read = async () => {
    const text = `SELECT b.id, b.status, b.total, b.succeeded, count(r.id)::int AS runs, count(DISTINCT r.rescored_from)::int AS sources
      FROM backfills b LEFT JOIN runs r ON r.workspace_id = b.workspace_id AND r.environment = b.environment AND r.backfill_id = b.id
      WHERE b.workspace_id = $1 GROUP BY b.workspace_id, b.environment, b.id`;
    type Row = { id: string; status: string; total: number; succeeded: number; runs: number; sources: number };
    return (await query<Row>(db, text, [idOf(parts)])).rows;
  };
  await until(async () => (await read()).every(({ status }) => status !== 'running'));
  const rows = await read();
  const violations = rows
    .filter(
      ({ status, total, ...done }) =>
        status !== 'succeeded' || [done.succeeded, done.runs, done.sources].some((count) => count !== total),
    )
    .map((row) => `a backfill is ${JSON.stringify(row)}`);
  const stored = new Set(rows.map(({ id }) => id));
  for (const id of parts.record.backfills)
    if (!stored.has(decodeId('bfl', id) ?? '')) violations.push(`backfill ${id} was accepted and is lost`);
  return violations;
}

/** Nothing is lost or there twice of runs, notes and imports. */
async function storedOtherwise(db: SiteDatabase, parts: ChaosParts): Promise<string[]> {
  const { client, record } = parts;
  const { rows: runs } = await query<{ loaded: boolean; count: number; names: number }>(
    db,
    `SELECT external_id LIKE 'loaded-%' AS loaded, count(*)::int AS count, count(DISTINCT external_id)::int AS names
     FROM runs WHERE workspace_id = $1 AND type = 'api' GROUP BY 1`,
    [idOf(parts)],
  );
  const violations: string[] = [];
  for (const { loaded, count, names } of runs) {
    const wanted = loaded ? record.imported : client.record.accepted.size;
    if (count !== wanted || names !== wanted)
      violations.push(`${count} runs with ${names} names are ${loaded ? 'loaded' : 'stored'}, ${wanted} were sent`);
  }
  const { rows: notes } = await query<{ id: string }>(db, 'SELECT id FROM coaching_notes WHERE workspace_id = $1', [
    idOf(parts),
  ]);
  const kept = new Set(notes.map(({ id }) => id));
  for (const id of record.notes)
    if (!kept.has(decodeId('cno', id) ?? '')) violations.push(`coaching note ${id} is lost`);
  return violations;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo()) && Date.now() < deadline) await sleep(100);
}
