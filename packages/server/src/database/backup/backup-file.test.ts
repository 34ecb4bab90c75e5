import { describe, expect, it } from 'vitest';
import { tableHead } from './backup-file.ts';

describe('the head of a table', () => {
  it.each(['runs', 'run_results', '"user"'])('may name %s', (table) => {
    expect(tableHead.parse({ table, columns: ['id'] }).table).toBe(table);
  });

  it.each([
    "runs FROM PROGRAM 'touch /tmp/x' --",
    'runs (id) FROM STDIN; DROP TABLE runs; --',
    '"a" b"',
    'pg_catalog.pg_authid',
    'Runs',
    '',
  ])('refuses what is more than a name: %s', (name) => {
    expect(tableHead.safeParse({ table: name, columns: ['id'] }).success).toBe(false);
    expect(tableHead.safeParse({ table: 'runs', columns: ['id', name] }).success).toBe(false);
  });
});
