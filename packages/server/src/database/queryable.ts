import type pg from 'pg';

/** A statement with a name is prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface Queryable {
  /** The key of the MACs of audit log entries. Derived from the deployment's secret; never in the database. */
  readonly auditKey?: Buffer | undefined;
  query<Row extends pg.QueryResultRow>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}
