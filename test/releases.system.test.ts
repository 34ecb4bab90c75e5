/**
 * Upgrades from every release: the back-up of a deployment in the middle of its work is restored by this release, which shows the same figures,
 * and ends what was open: runs, a backfill, and a delivery to an intake. `tools/release/record-release.ts` records a release.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brickworkCommand, startServiceNode } from '../bench/support/service-node.ts';
import { type Site, startSite } from '../bench/support/site.ts';
import { type Ask, askerOf, figuresOf } from '../tools/release/release-figures.ts';
import { preparedDirectory } from './support/prepared-directory.ts';
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
  figures: Record<string, unknown>;
}

let site: Site;
beforeAll(async () => {
  site = await startSite(preparedDirectory());
}, 240_000);
afterAll(() => site.stop(), 240_000);

describe.each(RELEASES)('a deployment of %s', (release) => {
  const recorded: Recorded = JSON.parse(readFileSync(join(FOLDER, `${release}.json`), 'utf8'));

  async function withRestored(name: string, use: (ask: Ask) => Promise<void>): Promise<void> {
    const bare = await site.emptyDatabase(name);
    const environment = { ...process.env, DATABASE_URL: bare.url, BRICKWORK_SECRET: '01'.repeat(32) };
    const restore = [brickworkCommand(ROOT), 'restore', join(FOLDER, `${release}.backup`)];
    execFileSync(process.execPath, restore, { env: environment, timeout: 120_000 });
    const node = await startServiceNode({
      databaseUrl: bare.url,
      environment: { BRICKWORK_THREADS: '1', BRICKWORK_DATABASE_POOL: '8' },
    });
    try {
      await use(askerOf(node.url, recorded.key));
      expect(await checkInvariants(bare.database)).toEqual([]);
    } finally {
      await node.stop();
      await bare.database.close();
    }
  }

  it('shows the same figures, and ends what was open', async () => {
    await withRestored(`from_${release.replaceAll('.', '_')}`, async (ask) => {
      const figures = await figuresOf(ask, recorded.kit_id);
      expect(Object.keys(figures)).toEqual(expect.arrayContaining(Object.keys(recorded.figures)));
      for (const [name, figure] of Object.entries(recorded.figures))
        expect({ [name]: figures[name] }).toMatchObject({ [name]: figure });

      const count = async (filter: string) => ((await ask(`/v1/runs/count?${filter}`)) as { count: number }).count;
      await expect.poll(() => count('metadata.part=open&status=succeeded'), PATIENCE).toBe(recorded.open);
      expect(await count('metadata.part=open&status=cancelled')).toBe(1);
      await expect.poll(() => count('external_id=pushed-1&status=succeeded'), PATIENCE).toBe(1);
      const backfill = async () => (await ask('/v1/backfills')) as { data: [{ status: string; runs: number }] };
      await expect.poll(async () => (await backfill()).data[0].status, PATIENCE).toBe('succeeded');
      const verified = async () =>
        (await ask('/v1/audit/verification')) as { intact: boolean; unsealed: number; findings: unknown[] };
      await expect.poll(async () => (await verified()).unsealed, PATIENCE).toBe(0);
      expect(await verified()).toMatchObject({ intact: true, findings: [] });
    });
  }, 400_000);
});
