/**
 * Upgrades from every release: the back-up of a deployment in the middle of its work is restored by this release, which shows the same figures,
 * and ends what was open: runs, a backfill, deliveries to an intake and to a webhook. `tools/release/record-release.ts` records a release;
 * 0.1.0, from which many checkouts come, was recorded by `record-first.ts`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../bench/support/receiver.ts';
import { brickworkCommand, startServiceNode } from '../bench/support/service-node.ts';
import { type BareDatabase, type Site, startSite } from '../bench/support/site.ts';
import { type Ask, askerOf, figuresOf } from '../tools/release/release-figures.ts';
import { preparedDirectory } from './support/prepared-directory.ts';
import { differencesOfCounts } from './support/recount-insights.ts';
import { ROOT } from './support/run-brickwork.ts';

const FOLDER = join(ROOT, 'test', 'releases');
const RELEASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.backup'))
  .map((name) => name.replace('.backup', ''));
const PATIENCE = { timeout: 120_000, interval: 500 };

interface Recorded {
  key: string;
  kit_id: string;
  /** Runs that were accepted and not ended. */
  open: number;
  figures?: Record<string, unknown>;
  /** Of 0.1.0: path → what was answered. */
  answers?: Record<string, unknown>;
  /** Deliveries to a webhook whose receiver was gone. */
  waiting?: number;
}

let site: Site;
beforeAll(async () => {
  site = await startSite(preparedDirectory());
}, 240_000);
afterAll(() => site.stop(), 240_000);

describe.each(RELEASES)('a deployment of %s', (release) => {
  const recorded: Recorded = JSON.parse(readFileSync(join(FOLDER, `${release}.json`), 'utf8'));

  async function withRestored(name: string, use: (ask: Ask, bare: BareDatabase) => Promise<void>): Promise<void> {
    const bare = await site.emptyDatabase(name);
    const environment = { ...process.env, DATABASE_URL: bare.url, BRICKWORK_SECRET: '01'.repeat(32) };
    const restore = [brickworkCommand(ROOT), 'restore', join(FOLDER, `${release}.backup`)];
    execFileSync(process.execPath, restore, { env: environment, timeout: 120_000 });
    const node = await startServiceNode({
      databaseUrl: bare.url,
      environment: {
        BRICKWORK_THREADS: '1',
        BRICKWORK_DATABASE_POOL: '8',
        BRICKWORK_HOUSEKEEPING_MS: '1000',
        BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
        BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
      },
    });
    try {
      await use(askerOf(node.url, recorded.key), bare);
      expect(await checkInvariants(bare.database)).toEqual([]);
    } finally {
      await node.stop();
      await bare.database.close();
    }
  }

  it('shows the same figures, and ends what was open', async () => {
    await withRestored(`from_${release.replaceAll('.', '_')}`, async (ask, bare) => {
      if (recorded.figures !== undefined) await expectFigures(ask, recorded.figures, recorded.kit_id);
      // What an older release did not count is counted within seconds, or by housekeeping within minutes.
      for (const [path, answer] of Object.entries(recorded.answers ?? {}))
        await expect.poll(async () => ({ [path]: await ask(path) }), PATIENCE).toMatchObject({ [path]: answer });
      await expectOpenToEnd(ask, recorded.open);
      if (recorded.waiting !== undefined) await expectDelivered(ask, recorded.waiting + recorded.open + 1);
      expect(await differencesOfCounts(bare.database)).toEqual([]);
    });
  }, 400_000);
});

async function expectFigures(ask: Ask, recorded: Record<string, unknown>, kitId: string): Promise<void> {
  const figures = await figuresOf(ask, kitId);
  expect(Object.keys(figures)).toEqual(expect.arrayContaining(Object.keys(recorded)));
  for (const [name, figure] of Object.entries(recorded))
    expect({ [name]: figures[name] }).toMatchObject({ [name]: figure });
}

async function expectOpenToEnd(ask: Ask, open: number): Promise<void> {
  const count = async (filter: string) => ((await ask(`/v1/runs/count?${filter}`)) as { count: number }).count;
  await expect.poll(() => count('metadata.part=open&status=succeeded'), PATIENCE).toBe(open);
  expect(await count('metadata.part=open&status=cancelled')).toBe(1);
  await expect.poll(() => count('external_id=pushed-1&status=succeeded'), PATIENCE).toBe(1);
  const backfill = async () => (await ask('/v1/backfills')) as { data: [{ status: string; runs: number }] };
  await expect.poll(async () => (await backfill()).data[0].status, PATIENCE).toBe('succeeded');
  const verified = async () =>
    (await ask('/v1/audit/verification')) as { intact: boolean; unsealed: number; findings: unknown[] };
  await expect.poll(async () => (await verified()).unsealed, PATIENCE).toBe(0);
  expect(await verified()).toMatchObject({ intact: true, findings: [] });
}

/** The webhook moves to a receiver that answers, and what waited for the one that was gone goes there. */
async function expectDelivered(ask: Ask, events: number): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { id } = (await ask('/v1/webhooks', { method: 'POST', body: JSON.stringify({ url: receiver.url }) })) as {
      id: string;
    };
    await ask(`/v1/webhooks/${id}/recover`, { method: 'POST', body: '{}' });
    await expect.poll(() => receiver.received, PATIENCE).toBe(events);
    const pending = async () => (await ask(`/v1/webhooks/${id}/deliveries?status=pending`)) as { data: unknown[] };
    await expect.poll(async () => (await pending()).data, PATIENCE).toEqual([]);
  } finally {
    await receiver.stop();
  }
}
