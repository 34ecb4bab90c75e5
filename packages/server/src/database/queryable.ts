import type pg from 'pg';

/** A statement with a name is prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}
