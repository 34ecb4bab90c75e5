/** An evaluation on a golden set goes on where it was after kill -9 of the whole service, and after a plain restart. */
import { createClient, type GoldenLine } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { removeDirectory, startBrickwork, temporaryDirectory } from './support/run-brickwork.ts';

const ENVIRONMENT = { BRICKWORK_LEASE_MS: '1500', BRICKWORK_THREADS: '1', BRICKWORK_READER: '0', LOG_LEVEL: 'error' };
const LINES = 60;

const KIT = {
  kit: 'crash_test',
  bricks: [{ key: 'refund', type: 'boolean', question: 'Does the customer ask for a refund?' }],
};

/** Long enough that the evaluation is still under way when the service is killed. */
const line = (index: number): GoldenLine => ({
  external_id: `call-${index}`,
  input: {
    transcript: Array.from(
      { length: 120 },
      (_, turn) => `${turn % 2 === 0 ? 'Agent' : 'Customer'}: sentence ${turn} of call ${index} about a card.`,
    ).join('\n'),
  },
  expected: { refund: false },
});

describe('kill -9 in the middle of an evaluation', () => {
  it('keeps every answer that was stored, and finishes the rest', async () => {
    const dataDir = temporaryDirectory();
    let service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
    try {
      const apiKey = service.liveKey ?? '';
      const client = () => createClient({ apiKey, baseUrl: service.url });
      await client().kits.push(KIT, { publish: true });
      await client().goldenSets.put('crash_test', 'calls', { lines: Array.from({ length: LINES }, (_, i) => line(i)) });
      const { evaluation_id } = await client().evaluations.start('crash_test', { set: 'calls' });
      const done = async () => (await client().evaluations.get(evaluation_id)).done;
      let known = 0;
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(known);
        known = await done();
        service.signal(signal);
        await service.ended;
        service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
        expect(await done()).toBeGreaterThanOrEqual(known);
      }
      const ended = await client().evaluations.wait(evaluation_id);
      expect(ended).toMatchObject({ status: 'succeeded', done: LINES, report: { bricks: [{ n: LINES }], failed: [] } });
    } finally {
      service.signal('SIGKILL');
      await service.ended;
      removeDirectory(dataDir);
    }
  }, 300_000);
});
