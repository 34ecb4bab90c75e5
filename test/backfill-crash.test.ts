/** Backfills and shadows go on where they were after kill -9 of the whole service, and after a plain restart; every run is asked again exactly once. */
import { createClient } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { removeDirectory, startBrickwork, temporaryDirectory } from './support/run-brickwork.ts';

const ENVIRONMENT = { BRICKWORK_LEASE_MS: '1500', BRICKWORK_THREADS: '1', BRICKWORK_READER: '0', LOG_LEVEL: 'error' };
const RUNS = 60;

const KIT = {
  kit: 'crash_test',
  bricks: [{ key: 'refund', type: 'boolean', question: 'Does the customer ask for a refund?' }],
};

const transcript = (index: number): string =>
  Array.from(
    { length: 120 },
    (_, turn) => `${turn % 2 === 0 ? 'Agent' : 'Customer'}: sentence ${turn} of call ${index} about a card.`,
  ).join('\n');

describe('kill -9 in the middle of a backfill', () => {
  it('goes on with what is missing, and asks nothing twice', async () => {
    const dataDir = temporaryDirectory();
    let service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
    try {
      const apiKey = service.liveKey ?? '';
      const client = () => createClient({ apiKey, baseUrl: service.url });
      const { kit_code } = await client().kits.push(KIT, { publish: true });
      const sources: string[] = [];
      for (let index = 0; index < RUNS; index += 1)
        sources.push((await client().runs.create({ kit_code, input: { transcript: transcript(index) } })).run_id);
      for (const runId of sources) await client().runs.wait(runId);
      const { kit_version_id } = await client().kits.push({ ...KIT, name: 'Second' });
      const { backfill_id } = await client().backfills.start({ kit_version_id, max_credits: 0 });
      const done = async () => (await client().backfills.get(backfill_id)).done;
      let known = 0;
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(known);
        known = await done();
        service.signal(signal);
        await service.ended;
        service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
        expect(await done()).toBeGreaterThanOrEqual(known);
      }
      const ended = await client().backfills.wait(backfill_id);
      expect(ended).toMatchObject({ status: 'succeeded', total: RUNS, done: RUNS, succeeded: RUNS });
      const rescored: (string | undefined)[] = [];
      for await (const run of client().runs.list({ backfill_id })) rescored.push(run.rescored_from);
      expect(rescored.sort()).toEqual(sources.sort());
      expect(await client().backfills.compare(backfill_id)).toMatchObject({ n: RUNS, bricks: [{ changed: 0 }] });
    } finally {
      service.signal('SIGKILL');
      await service.ended;
      removeDirectory(dataDir);
    }
  }, 240_000);
});

describe('kill -9 while a shadow follows runs', () => {
  it('answers each of them once: those that had ended, and those that end afterwards', async () => {
    const dataDir = temporaryDirectory();
    let service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
    try {
      const apiKey = service.liveKey ?? '';
      const client = () => createClient({ apiKey, baseUrl: service.url });
      const { kit_code } = await client().kits.push(KIT, { publish: true });
      const { kit_version_id } = await client().kits.push({ ...KIT, name: 'Second' });
      const { backfill_id } = await client().shadows.put(kit_code, { kit_version_id, share: 1 });
      const done = async () => (await client().shadows.get(kit_code)).done;
      const sources: string[] = [];
      for (let index = 0; index < 30; index += 1)
        sources.push((await client().runs.create({ kit_code, input: { transcript: transcript(index) } })).run_id);
      await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
      service.signal('SIGKILL');
      await service.ended;
      service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
      await expect.poll(done, { timeout: 60_000 }).toBe(sources.length);
      const answered: (string | undefined)[] = [];
      for await (const run of client().runs.list({ backfill_id })) answered.push(run.rescored_from);
      expect(answered.sort()).toEqual(sources.sort());
      expect(await client().backfills.compare(backfill_id)).toMatchObject({ n: sources.length });
    } finally {
      service.signal('SIGKILL');
      await service.ended;
      removeDirectory(dataDir);
    }
  }, 180_000);
});
