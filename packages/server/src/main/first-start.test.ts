import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { silentLogger } from '../core/logger.ts';
import { resolveKit } from '../kits/resolve-kit.ts';
import { composeOperator } from './compose.ts';
import { readConfig } from './config.ts';
import { firstStart } from './first-start.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe('firstStart', () => {
  it('creates a workspace with keys and two published kits, once', async () => {
    const storage = {
      database: test.database,
      secret: Buffer.alloc(32),
      place: 'test',
      isEmbedded: true,
      close: async () => {},
    };
    const operator = composeOperator(readConfig({}), storage);
    const first = await firstStart(operator, silentLogger);
    expect(first?.kits.map(({ slug }) => slug)).toEqual(['support_qa', 'sales_discovery']);
    const workspace = await operator.access.store.findWorkspace('default');
    for (const { code, slug } of first?.kits ?? []) {
      const version = await resolveKit(operator.kits, workspace?.id ?? '', { kitCode: code }, 'api');
      expect(version).toMatchObject({ slug, version: 1, status: 'published' });
      expect(version.brickIds).toHaveLength(version.kit.bricks.length);
    }
    expect(await firstStart(operator, silentLogger)).toBeUndefined();
  });
});
