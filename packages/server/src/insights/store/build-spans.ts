/**
 * Aggregates days into weeks and months after these have ended. Rebuilding one of their days, or erasing one of its runs, reopens them;
 * runs added or corrected since are counted in addition, as for a day.
 */
import type { Database, Queryable } from '../../database/database.ts';
import type { CountedKit, KeySet } from './key-set.ts';
import { projectCells } from './project-cells.ts';

interface Span {
  span: 'week' | 'month';
  day: string;
}

interface BuiltDay {
  day: string;
  sets: KeySet[];
  runs: string;
}

/** `buildDay` is for days without runs: a run added later must find their rows. Returns how many spans were built. */
export async function buildSpans(
  database: Database,
  kit: CountedKit,
  keys: readonly string[],
  limit: number,
  buildDay: (day: string) => Promise<boolean>,
): Promise<number> {
  let built = 0;
  for (const span of await spansToBuild(database, kit, keys, limit)) {
    for (const day of await missingDays(database, kit, span)) await buildDay(day);
    if (await buildSpan(database, kit, span, keys)) built += 1;
  }
  return built;
}

const OF_KIT = 'd.workspace_id = $1 AND d.environment = $2 AND d.kit_id = $3';
const valuesOf = ({ workspaceId, environment, kitId }: CountedKit) => [workspaceId, environment, kitId];
const endOf = (day: string, span: string) => `(${day} + ('1 ' || ${span})::interval)::date`;

/** Spans that have ended and whose days with runs are all built. */
async function spansToBuild(on: Queryable, kit: CountedKit, keys: readonly string[], limit: number): Promise<Span[]> {
  const { rows } = await on.query<Span>(
    `SELECT s.span, to_char(s.day, 'YYYY-MM-DD') AS day FROM (
       SELECT v.span, date_trunc(v.span, d.day)::date AS day FROM insight_days d CROSS JOIN (VALUES ('week'), ('month')) v (span)
       WHERE ${OF_KIT} AND d.span = 'day' GROUP BY 1, 2 HAVING bool_and(d.built) AND max(d.runs) > 0) s
     WHERE ${endOf('s.day', 's.span')} <= (SELECT (now() AT TIME ZONE w.timezone)::date FROM workspaces w WHERE w.id = $1) AND NOT EXISTS (
       SELECT 1 FROM insight_days d WHERE ${OF_KIT} AND d.span = s.span AND d.day = s.day AND d.built AND d.sets #> '{0,keys}' = $4::jsonb)
     ORDER BY s.day DESC LIMIT ${limit}`,
    [...valuesOf(kit), JSON.stringify(keys)],
  );
  return rows;
}

async function missingDays(on: Queryable, kit: CountedKit, { span, day }: Span): Promise<string[]> {
  const { rows } = await on.query<{ day: string }>(
    `SELECT to_char(o, 'YYYY-MM-DD') AS day FROM generate_series($4::date, ${endOf('$4::date', `'${span}'`)} - 1, interval '1 day') o
     WHERE NOT EXISTS (SELECT 1 FROM insight_days d WHERE ${OF_KIT} AND d.span = 'day' AND d.day = o::date)`,
    [...valuesOf(kit), day],
  );
  return rows.map((row) => row.day);
}

async function buildSpan(
  database: Database,
  kit: CountedKit,
  { span, day }: Span,
  keys: readonly string[],
): Promise<boolean> {
  const key = [...valuesOf(kit), day];
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<BuiltDay & { built: boolean }>(
      `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.built, d.sets, d.runs FROM insight_days d
       WHERE ${OF_KIT} AND d.span = 'day' AND d.day >= $4::date AND d.day < ${endOf('$4::date', `'${span}'`)} ORDER BY d.day FOR UPDATE`,
      key,
    );
    const isByKeys = ({ sets }: BuiltDay) => JSON.stringify(sets[0]?.keys) === JSON.stringify(keys);
    const days = Math.round((Date.parse(endDay(day, span)) - Date.parse(day)) / 86_400_000);
    if (rows.length < days || !rows.every((row) => row.built && isByKeys(row))) return false; // Opened meanwhile.
    await tx.query(
      `INSERT INTO insight_days AS d (workspace_id, environment, kit_id, span, day, built, sets) VALUES ($1, $2, $3, '${span}', $4, false, '[]')
       ON CONFLICT (workspace_id, environment, kit_id, span, day) DO UPDATE SET built = false`,
      key,
    );
    await tx.query(`DELETE FROM insight_cells d WHERE ${OF_KIT} AND d.day = $4 AND d.span = '${span}'`, key);
    const sets: KeySet[] = [{ keys: [...keys], bricks: false }];
    for (const { set, from } of setsOf(rows)) {
      const cells = `(SELECT d.* FROM (VALUES ${from.map(([of, index]) => `('${of}'::date, ${index})`).join(', ')}) f (day, set)
        JOIN insight_cells d ON ${OF_KIT} AND d.span = 'day' AND d.day = f.day AND d.set = f.set AND $4::date IS NOT NULL)`;
      await projectCells(tx, { key, span, index: sets.length, keys: set.keys, from: cells });
      sets.push(set);
    }
    await tx.query(
      `UPDATE insight_days d SET built = true, sets = $5 WHERE ${OF_KIT} AND d.day = $4 AND d.span = '${span}'`,
      [...key, JSON.stringify(sets)],
    );
    return true;
  });
}

function endDay(day: string, span: Span['span']): string {
  const end = new Date(day);
  if (span === 'week') end.setUTCDate(end.getUTCDate() + 7);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end.toISOString();
}

/** The key sets of the day with the most runs that every other day can be reduced to, each with the day and index to read it from. */
function setsOf(days: readonly BuiltDay[]): { set: KeySet; from: [day: string, index: number][] }[] {
  const used = days.filter(({ runs }) => Number(runs) > 0);
  const [largest] = used.toSorted((a, b) => Number(b.runs) - Number(a.runs));
  return (largest?.sets.slice(1) ?? []).flatMap((set) => {
    const from = used.map(({ day, sets }): [string, number] => [
      day,
      sets.findIndex(
        (other, index) => index > 0 && other.bricks === set.bricks && set.keys.every((key) => other.keys.includes(key)),
      ),
    ]);
    return from.every(([, index]) => index > 0) ? [{ set, from }] : [];
  });
}
