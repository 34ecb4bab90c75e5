/** Figures beside insights count the same runs: the Monday summary, coaching notes, the warehouse and the views for BI tools. */
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { grantLogin } from '@brickwork/server/outbound/warehouse/reporting/manage-logins';
import { createLoginStore } from '@brickwork/server/outbound/warehouse/store/reporting/login-store';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import { expect } from 'vitest';
import type { RandomHistory } from './random-history.ts';

const DAY_MS = 86_400_000;
/** Histories begin 35 days ago. */
const DAYS = 37;

/** Of a day, so many days later. */
const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

interface Brick {
  key: string;
  answered: number;
  values?: { value: unknown; count: number }[];
}

interface Counted {
  runs: Record<'succeeded' | 'failed' | 'cancelled', number>;
  /** How often `solved` was answered, and with yes. */
  solved: { answered: number; yes: number };
}

async function counted({ call, kit }: RandomHistory, query: string): Promise<Counted> {
  const { status, body } = await call('GET', `/v1/kits/${kit.kit_code}/insights?group_by=month&${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  const brick = (body.total.bricks as Brick[]).find(({ key }) => key === 'solved');
  const yes = brick?.values?.find(({ value }) => value === true)?.count ?? 0;
  return { runs: body.total.runs, solved: { answered: brick?.answered ?? 0, yes } };
}

export async function otherFiguresAgree(made: RandomHistory): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await summariesAgree(made, today);
  await notesAgree(made, today);
  await warehouseAgrees(made, today);
  await reportingAgrees(made, today);
}

async function summariesAgree(made: RandomHistory, today: string): Promise<void> {
  const thisMonday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7));
  for (let week = 1; week <= 5; week += 1) {
    const monday = daysAfter(thisMonday, -7 * week);
    const { status, body } = await made.call('GET', `/v1/summary?week=${monday}`);
    expect([status, body.from, body.to]).toEqual([200, monday, daysAfter(monday, 6)]);
    const { runs } = await counted(made, `from=${monday}&to=${body.to}`);
    const before = await counted(made, `from=${daysAfter(monday, -28)}&to=${daysAfter(monday, -1)}`);
    const calls = body.kits[0]?.calls ?? { succeeded: 0, failed: 0, before: 0 };
    const expected = { succeeded: runs.succeeded, failed: runs.failed, before: before.runs.succeeded };
    expect({ monday, calls }).toEqual({ monday, calls: expected });
  }
}

async function notesAgree(made: RandomHistory, today: string): Promise<void> {
  const notedOn = daysAfter(today, -15);
  for (const agent of ['Ann', 'Bob']) {
    const note = { agent, kit: made.kit.kit_code, bricks: ['solved'], text: 'Ask whether it is solved.' };
    const { status, body } = await made.call('POST', '/v1/coaching-notes', { ...note, noted_on: notedOn });
    expect([status, body.detail]).toEqual([201, undefined]);
    const side = async (from: string, to: string) =>
      (await counted(made, `agent=${agent}&from=${from}&to=${to}`)).solved.answered;
    const [before, after] = [
      await side(daysAfter(notedOn, -28), daysAfter(notedOn, -1)),
      await side(daysAfter(notedOn, 1), daysAfter(notedOn, 28)),
    ];
    const [effect] = body.effect as { before: { calls: number }; after: { calls: number } }[];
    expect({ agent, before: effect?.before.calls ?? 0, after: effect?.after.calls ?? 0 }).toEqual({
      agent,
      before,
      after,
    });
  }
}

async function warehouseAgrees(made: RandomHistory, today: string): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, at) => daysAfter(today, -at));
  const { service, kit } = made;
  const found: Counted = { runs: { succeeded: 0, failed: 0, cancelled: 0 }, solved: { answered: 0, yes: 0 } };
  for (let at = 0; at < days.length; at += 10) {
    const key = made.key;
    const { body } = await service.call('GET', `/v1/warehouse/runs?days=${days.slice(at, at + 10).join(',')}`, { key });
    const lines = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({ end: true });
    for (const { kit_code, status, bricks } of lines) {
      if (kit_code !== kit.kit_code) continue;
      found.runs[status as keyof Counted['runs']] += 1;
      const value = bricks?.solved?.value ?? null;
      if (value !== null) found.solved.answered += 1;
      if (value === true) found.solved.yes += 1;
    }
  }
  expect(found).toEqual(await counted(made, `from=${days.at(-1)}&timezone=UTC`));
}

async function reportingAgrees(made: RandomHistory, today: string): Promise<void> {
  const { service, workspaceId } = made;
  const { database, url: text } = service.testDatabase;
  await settleAllAnswers(database, () => false);
  const store = createLoginStore(database, { isEmbedded: true });
  const request = { environment: 'live', identities: false, connections: 5 } as const;
  const { login, password = '' } = await grantLogin(store, workspaceId, request);
  const url = new URL(text.replace('@/', '@localhost/'));
  const [host, port] = [url.searchParams.get('host') ?? '', Number(url.searchParams.get('port'))];
  const connection = { host, port, database: url.pathname.slice(1), user: login, password };
  const client = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000, logger: silentLogger });
  try {
    const { rows: runs } = await client.query<{ status: string; n: number }>(
      'SELECT status, count(*)::int AS n FROM runs GROUP BY 1',
    );
    const { rows: answers } = await client.query(
      `SELECT count(*) FILTER (WHERE outcome = 'answered')::int AS answered, count(*) FILTER (WHERE value_boolean)::int AS yes FROM answers WHERE brick = 'solved'`,
    );
    const nothing = { succeeded: 0, failed: 0, cancelled: 0 };
    const found = { runs: { ...nothing, ...Object.fromEntries(runs.map(({ status, n }) => [status, n])) } };
    expect({ ...found, solved: answers[0] }).toEqual(await counted(made, `from=${daysAfter(today, -DAYS)}`));
  } finally {
    await client.close();
    await database.query(`DROP ROLE IF EXISTS ${login}`);
  }
}
