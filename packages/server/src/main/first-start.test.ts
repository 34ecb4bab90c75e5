import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/run-brickwork.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { silentLogger } from '../core/logger.ts';
import { resolveKit } from '../kits/resolve-kit.ts';
import { composeOperator } from './compose-operator.ts';
import { readConfig } from './config.ts';
import { firstStart, isFirstStart } from './first-start.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe('firstStart', () => {
  it('creates a workspace with keys and two published kits, once', async () => {
    const storage = {
      database: test.database,
      secrets: [Buffer.alloc(32)] as const,
      place: 'test',
      isEmbedded: true,
      close: async () => {},
    };
    const operator = composeOperator(readConfig({}), storage);
    const keysFile = join(temporaryDirectory(), 'first-keys.json');
    expect(await isFirstStart(operator, keysFile)).toBe(true);
    const first = await firstStart(operator, keysFile, silentLogger);
    expect(statSync(keysFile).mode & 0o777).toBe(0o600);
    expect(first?.kits.map(({ slug }) => slug)).toEqual(['support_qa', 'sales_discovery']);
    const workspace = await operator.access.store.findWorkspace('default');
    for (const { code, slug } of first?.kits ?? []) {
      const version = await resolveKit(operator.kits, workspace?.id ?? '', { kitCode: code }, 'api');
      expect(version).toMatchObject({ slug, version: 1, status: 'published' });
      expect(version.brickIds).toHaveLength(version.kit.bricks.length);
    }
    // Nobody has seen the keys: the next start shows the same ones, and has made no others.
    const again = await firstStart(operator, keysFile, silentLogger);
    expect(again).toMatchObject({ liveKey: first?.liveKey, testKey: first?.testKey, kits: first?.kits });
    expect(await operator.access.store.listKeys(workspace?.id ?? '', ENVIRONMENTS, 10)).toHaveLength(2);
    expect(await isFirstStart(operator, keysFile)).toBe(true);
    again?.forget();
    // Nothing is left to create: a restart is ready at once and does not tell otherwise.
    expect(await isFirstStart(operator, keysFile)).toBe(false);
    expect(await firstStart(operator, keysFile, silentLogger)).toBeUndefined();
  });
});
