/** A back-up brings back every row of every table as it was, and nothing that triggers would add to it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { restoreBackup } from '../../../src/database/backup/restore-backup.ts';
import { writeBackup } from '../../../src/database/backup/write-backup.ts';
import type { Database } from '../../../src/database/database.ts';
import { buildDays } from '../../../src/insights/store/build-days.ts';
import { settleAllAnswers } from '../../../src/runs/store/answers/waiting-answers.ts';

let service: TestService;
let copy: TestDatabase;
let directory: string;
let kit: Pushed;

beforeAll(async () => {
  directory = temporaryDirectory();
  service = await startTestService({ BRICKWORK_ROLE: 'api' }, { evaluate: tellingEvaluator });
  copy = await createTestDatabase();
  kit = await publishedKit(service, kitDocument('restored'));
});
afterAll(async () => {
  await service.stop();
  await copy.close();
  rmSync(directory, { recursive: true });
});

/** Every table but what belongs to the database itself, as text. */
async function everything(database: Database): Promise<Map<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
       AND c.relkind = 'r' AND c.relname NOT IN ('migrations', 'nodes', 'notification_channels') ORDER BY 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    if (rows.length > 0)
      found.set(
        name,
        rows.map(({ row }) => row),
      );
  }
  return found;
}

describe('a back-up', () => {
  it('is restored with reviews and with figures that are added up, and every row is what it was', async () => {
    const worker = await service.node({ BRICKWORK_ROLE: 'all' });
    const runs: string[] = [];
    for (let at = 0; at < 3; at += 1)
      runs.push(
        await toldRun(
          worker,
          service.adminKey,
          kit.kit_code,
          { score: { value: 7 }, solved: { value: true } },
          { occurred_at: '2026-01-05T09:00:00Z' },
        ),
      );
    const reviewed = await service.call('POST', `/v1/runs/${runs[0]}/reviews`, {
      key: service.adminKey,
      body: [{ brick: 'solved', verdict: 'wrong', value: false }],
    });
    expect(reviewed.status).toBe(201);
    await worker.stop();
    // From here on nobody works, so that both databases can be compared.
    const original = service.testDatabase.database;
    await settleAllAnswers(original, () => false);
    const keysOf = async () => ['agent', 'channel', 'customer', 'team'];
    while ((await buildDays(original, { keysOf }, 100)) > 0);
    expect(
      (await original.query("SELECT FROM insight_days WHERE built AND span = 'day' AND day = '2026-01-05'")).rowCount,
    ).toBe(1);

    const file = join(directory, 'all.backup');
    const written = await writeBackup(original, file, 'check');
    const restored = await restoreBackup(copy.database, file, () => {});
    expect(restored).toMatchObject({ rows: written.rows, applied: [] });
    const before = await everything(original);
    expect(before.has('reviews')).toBe(true);
    expect(await everything(copy.database)).toEqual(before);
    // Triggers work again.
    await copy.database.query('UPDATE runs SET erased_at = now()');
    const { rows } = await copy.database.query('SELECT day::text FROM changed_days');
    expect(rows).toEqual(expect.arrayContaining([{ day: '2026-01-05' }]));
  });
});
