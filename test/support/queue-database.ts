/** A database for the tests of a file, with an empty queue before each of them. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export function queueDatabase(): Pick<TestDatabase, 'database' | 'open'> {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.database.query('TRUNCATE jobs, lanes');
  });
  return {
    get database() {
      return test.database;
    },
    open: (options) => test.open(options),
  };
}
