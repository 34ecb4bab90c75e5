/** Which rows belong to one workspace, in an order in which they can be loaded: a row comes after those that it refers to. */
import type pg from 'pg';
import { StartError } from '../embedded/start-error.ts';
import type { CopiedTable } from './write-backup.ts';

/** What means nothing elsewhere, or is computed again there. `docs/operations/moving.md` says so to operators. */
export const STAYS: Readonly<Record<string, string>> = {
  migrations: 'the other database has its own',
  nodes: 'the nodes that run here',
  console_sessions: 'people sign in again',
  member_sessions: 'people sign in again',
  identity_links: 'people sign in at the provider again, and ask again',
  provider_sign_ins: 'how sign-ins went on this deployment',
  notification_channels: 'the channel of the nodes here',
  provider_logouts: 'tokens that were used here',
  rate_buckets: 'rate limits start from zero',
  spend_reservations: 'what was set aside for calls to models that have ended',
  reporting_logins: 'logins of BI tools are roles of the server: grant new ones',
  insight_cells: 'insights are added up again',
  insight_changes: 'insights are added up again',
  insight_corrections: 'insights are added up again',
  insight_counts: 'insights are added up again',
  insight_days: 'insights are added up again',
};

/** Of two tables that refer to each other: this column is set when both are loaded. */
export const SET_LATER = { table: 'kits', column: 'live_version_id' } as const;

interface Catalogued {
  name: string;
  columns: string[];
  refers_to: string[];
}

/** `uuid` and `lanes` come from us and hold no quotes. */
export async function workspaceTables(
  client: pg.Client,
  { uuid, lanes }: { uuid: string; lanes: readonly string[] },
): Promise<CopiedTable[]> {
  const { rows } = await client.query<Catalogued>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
       ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND p.oid <> c.oid AND NOT (c.relname = '${SET_LATER.table}' AND EXISTS (
           SELECT FROM pg_attribute f WHERE f.attrelid = c.oid AND f.attnum = ANY (k.conkey) AND f.attname = '${SET_LATER.column}'))) AS refers_to
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [Object.keys(STAYS)],
  );
  const conditions = {
    workspace_id: `workspace_id = '${uuid}'`,
    lane: `lane IN (${lanes.map((lane) => `'${lane}'`).join(', ')})`,
  };
  return inLoadOrder(rows).map(({ name, columns }) => {
    const own = name === 'workspaces' ? `id = '${uuid}'` : undefined;
    const codes = name === 'kit_codes' ? `code IN (SELECT code FROM kits WHERE workspace_id = '${uuid}')` : undefined;
    const column = (['workspace_id', 'lane'] as const).find((each) => columns.includes(each));
    const where = own ?? codes ?? (column && conditions[column]);
    if (where === undefined)
      throw new StartError(`It is unknown which workspace the rows of the table ${name} belong to.`);
    return { name: quoted(name), columns: columns.map(quoted), where };
  });
}

function inLoadOrder(tables: readonly Catalogued[]): Catalogued[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: Catalogued[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ refers_to }) => !refers_to.some((name) => left.has(name)));
    if (free.length === 0) throw new StartError(`These tables refer to each other: ${[...left.keys()].join(', ')}.`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

/** As `tableHead` takes names: plain, or quoted. */
function quoted(name: string): string {
  return `"${name}"`;
}
