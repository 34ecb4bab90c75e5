/** A database that runs what it is given under EXPLAIN (ANALYZE, BUFFERS). What reads is then run again for its rows; what writes answers with none. */
import type { Database, Queryable, Statement } from '@brickwork/server/database/database';

export interface Explained {
  /** Planned and executed, as the server counts it. */
  ms: number;
  pages: number;
  /** Tables that were read from end to end, of those that grow with the history. */
  scanned: string[];
  writes: boolean;
}

const GROWING = new Set(['runs', 'run_results', 'run_answers', 'run_texts', 'reviews', 'jobs', 'events']);

const WRITES = /\b(INSERT|UPDATE|DELETE)\b/;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

interface ExplainRow {
  'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number; 'Planning Time': number }];
}

export function explaining(database: Database, onStatement: (statement: Explained) => void): Database {
  const explain = (on: Queryable): Queryable['query'] =>
    async function query(statement: Statement | string, values: readonly unknown[] = []) {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { rows } = await on.query<ExplainRow>(
        `EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      const writes = WRITES.test(text);
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      if (plan === undefined) throw new Error('nothing was explained');
      onStatement({
        ms: plan['Execution Time'] + plan['Planning Time'],
        pages: pagesOf(plan.Plan),
        scanned: scansOf(plan.Plan),
        writes,
      });
      if (!writes) return on.query(statement, values);
      return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
    };
  return {
    query: explain(database),
    stale: { query: explain(database) },
    staleReads: undefined,
    reads: { query: explain(database) },
    lookUps: { query: explain(database) },
    isPrimaryAway: false,
    transaction: (work) => database.transaction((tx) => work({ query: explain(tx) })),
    connect: () => database.connect(),
    pool: database.pool,
    close: async () => {},
  };
}

/** A node counts its children's pages as its own, except those of a WITH that nothing reads. */
function pagesOf(node: PlanNode): number {
  const own = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
  return Math.max(
    own,
    (node.Plans ?? []).reduce((sum, child) => sum + pagesOf(child), 0),
  );
}

function scansOf(node: PlanNode): string[] {
  const table = node['Relation Name'];
  const own = node['Node Type'] === 'Seq Scan' && table !== undefined && GROWING.has(table) ? [table] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
