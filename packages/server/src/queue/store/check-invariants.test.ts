import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { newUuid } from '../../core/ids.ts';
import { checkInvariants } from './check-invariants.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it('says which rules are broken, and how often', async () => {
  expect(await checkInvariants(test.database)).toEqual([]);
  await test.database.query(
    `INSERT INTO jobs (kind, lane, id, state, place) SELECT 'run', 'a', id, 'ready', 0 FROM unnest($1::uuid[]) AS id`,
    [[newUuid(), newUuid()]],
  );
  await test.database.query(`INSERT INTO lanes (kind, lane, capacity, active) VALUES ('run', 'a', 5, 1)`);
  expect(await checkInvariants(test.database)).toEqual(['2 jobs without a run', '1 lanes with a wrong count']);
});
