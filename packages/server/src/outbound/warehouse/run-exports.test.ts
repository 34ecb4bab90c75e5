/** Exports of several workspaces, of which some go to a place that never answers. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, createServer, type Server } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDay } from '@brickwork/warehouse/write-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { systemClock } from '../../core/clock.ts';
import { decodeId, newId } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { createDimensionStore } from '../../runs/store/dimension-store.ts';
import { type RunExports, runDueExports } from './run-exports.ts';
import { bindingOf, type ExportSettings, SECRET_PURPOSE } from './scheduled-export.ts';
import { createExportStore } from './store/export-store.ts';
import { createWarehouseStore } from './store/warehouse-store.ts';

let testDatabase: TestDatabase;
let silent: Server;
let home: string;
let deps: RunExports;
beforeAll(async () => {
  home = temporaryDirectory();
  testDatabase = await createTestDatabase();
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { database } = testDatabase;
  deps = {
    reading: {
      warehouse: createWarehouseStore(database),
      dimensions: createDimensionStore(database),
      kits: {} as RunExports['reading']['kits'], // There is no run to read.
      hide: async (value) => value,
    },
    exports: createExportStore(database),
    box: createSecretBox([Buffer.alloc(32, 1)], SECRET_PURPOSE),
    clock: systemClock,
    logger: silentLogger,
    directory: home,
    openDay,
    agents: () => ({ httpAgent: new Agent(), httpsAgent: new HttpsAgent() }),
    onOutcome: () => undefined,
    turnMs: 100,
  };
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await testDatabase.close();
  removeDirectory(home);
});

async function schedule(name: string, where: Pick<ExportSettings, 'to' | 'endpoint' | 'access_key_id'>) {
  const now = new Date();
  const scope = { workspaceId: newId('ws', now), environment: 'live' } as const;
  await testDatabase.database.query('INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, $2, $3, $4)', [
    decodeId('ws', scope.workspaceId),
    name,
    'unlimited',
    now,
  ]);
  const settings: ExportSettings = { ...where, every: 'day', mask: false, enabled: true };
  const secret = deps.box.seal(Buffer.from('secret'), bindingOf(scope, settings));
  await deps.exports.put(scope, { now, settle: () => ({ settings, secret }) });
  return scope;
}

describe('exports that are due', () => {
  it('take turns: those to a place that never answers go on later, and keep nobody waiting', async () => {
    const { port } = silent.address() as AddressInfo;
    const nowhere = { to: 's3://calls', endpoint: `http://127.0.0.1:${port}`, access_key_id: 'AKID' };
    const hanging = [await schedule('first', nowhere), await schedule('second', nowhere)];
    const good = await schedule('third', { to: 'directory' });
    let isStopped = false;
    const round = runDueExports(deps, () => isStopped);
    await expect.poll(async () => (await deps.exports.find(good))?.succeededAt, { timeout: 30_000 }).toBeDefined();
    expect(existsSync(join(home, 'third', 'live', '_manifest.json'))).toBe(true);
    isStopped = true;
    await round;
    for (const scope of hanging) {
      const found = await deps.exports.find(scope);
      expect(found).toMatchObject({ isRunning: false, error: undefined, finishedAt: undefined });
      expect(found?.nextAt.getTime()).toBeLessThan(Date.now());
    }
  });
});
