/** Reads Parquet files with DuckDB, which shares no code with what wrote them. */
import { DuckDBInstance } from '@duckdb/node-api';

export async function queryParquet(sql: string): Promise<Record<string, unknown>[]> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await database.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
