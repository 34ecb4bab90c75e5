import type { TestService } from '../../../../../../test/support/test-service.ts';
import type { Secrets } from '../../../../src/core/secret-box.ts';
import { sealedColumns } from '../../../../src/main/sealed-columns.ts';

/** Columns with a value that the secrets do not open. */
export async function unreadable(service: TestService, secrets: Secrets): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, keys, more = [], to, bindingOf } of sealedColumns(secrets, secrets)) {
    const { rows } = await service.testDatabase.database.query<Record<string, unknown> & { sealed: Buffer }>(
      `SELECT workspace_id, ${[...keys, ...more].join(', ')}, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    if (rows.some((row) => to.open(row.sealed, bindingOf(row)) === undefined)) found.push(`${table}.${column}`);
  }
  return found;
}
