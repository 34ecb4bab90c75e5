/** Golden sets and their lines. A set belongs to one environment, like the runs that it may be built from. */
import type { BrickValue } from '@brickwork/contract';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { hasInput } from '../../runs/store/inputs/run-inputs.ts';
import { type GoldenSet, MOST_SETS, type SetLine } from '../golden-set.ts';
import type { NewLine } from '../read-golden-set.ts';

interface SetRow {
  id: string;
  kit_id: string;
  name: string;
  hash: string;
  lines: number;
  bytes: number;
  created_at: Date;
}

export interface LinePage {
  lines: SetLine[];
  last: number | undefined;
}

interface LineRow {
  number: number;
  run_id: string | null;
  external_id: string | null;
  input: string;
  expected: string;
}

const SET_COLUMNS = 'id, kit_id, name, hash, lines, bytes, created_at';

const OF_KIT = 'workspace_id = $1 AND environment = $2 AND kit_id = $3';
const LINE_COLUMNS = 'number, run_id, external_id, input, expected';
const PAGE_LINES = 200;

export function createSets(database: Database) {
  return {
    async listSets(scope: Scope, kitId: string): Promise<GoldenSet[]> {
      const { rows } = await database.query<SetRow>(
        `SELECT ${SET_COLUMNS} FROM golden_sets WHERE ${OF_KIT} AND NOT superseded ORDER BY name LIMIT ${MOST_SETS}`,
        [...keyOf(scope), kitId],
      );
      return rows.map(toSet);
    },
    findSet: (scope: Scope, kitId: string, name: string): Promise<GoldenSet | undefined> =>
      findSet(database, scope, kitId, name),
    /** Unless the set already has this hash, or the kit has the maximum number of sets. */
    putSet: (scope: Scope, set: GoldenSet, lines: readonly NewLine[]): Promise<GoldenSet | 'too_many'> =>
      database.transaction(async (tx) => {
        await lockKit(tx, scope.workspaceId, set.kitId);
        return putSet(tx, scope, set, lines);
      }),
    /** Replaces the set that the lines were added to; `changed` if somebody has stored another version meanwhile. */
    extendSet: (
      scope: Scope,
      set: GoldenSet,
      lines: readonly NewLine[],
      before: GoldenSet | undefined,
    ): Promise<GoldenSet | 'too_many' | 'changed'> =>
      database.transaction(async (tx) => {
        await lockKit(tx, scope.workspaceId, set.kitId);
        const known = await findSet(tx, scope, set.kitId, set.name);
        return known?.setId === before?.setId ? putSet(tx, scope, set, lines) : 'changed';
      }),
    async deleteSet(scope: Scope, kitId: string, name: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM golden_sets WHERE ${OF_KIT} AND name = $4`, [
          ...keyOf(scope),
          kitId,
          name,
        ]);
        if (rowCount === 0) return false;
        const { workspaceId, environment } = scope;
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'golden_set.deleted',
          target: targetOf(kitId, name),
        });
        return true;
      });
    },
    /** A page in the order of the lines, after the line with the number `after`; `last` is undefined at the end. */
    async pageOfLines(workspaceId: string, setId: string, after: number): Promise<LinePage> {
      const { rows } = await database.query<LineRow>(
        `SELECT ${LINE_COLUMNS} FROM golden_lines WHERE workspace_id = $1 AND set_id = $2 AND number > $3 ORDER BY number LIMIT ${PAGE_LINES}`,
        [decodeId('ws', workspaceId), setId, after],
      );
      return { lines: rows.map(toLine), last: rows.at(-1)?.number };
    },
    async lines(workspaceId: string, setId: string): Promise<SetLine[]> {
      const { rows } = await database.query<LineRow>(
        `SELECT ${LINE_COLUMNS} FROM golden_lines WHERE workspace_id = $1 AND set_id = $2 ORDER BY number`,
        [decodeId('ws', workspaceId), setId],
      );
      const lines: SetLine[] = [];
      const turns = takeTurns();
      for (const row of rows) {
        lines.push(toLine(row));
        if (turns.isOver()) await turns.pass();
      }
      return lines;
    },
  };
}

async function findSet(on: Queryable, scope: Scope, kitId: string, name: string): Promise<GoldenSet | undefined> {
  const { rows } = await on.query<SetRow>(
    `SELECT ${SET_COLUMNS} FROM golden_sets WHERE ${OF_KIT} AND name = $4 AND NOT superseded`,
    [...keyOf(scope), kitId, name],
  );
  return rows[0] && toSet(rows[0]);
}

/** Two requests that store a set of the same name are processed one after the other. */
async function lockKit(tx: Queryable, workspaceId: string, kitId: string): Promise<void> {
  await tx.query('SELECT 1 FROM kits WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    decodeId('ws', workspaceId),
    kitId,
  ]);
}

async function putSet(
  tx: Queryable,
  scope: Scope,
  set: GoldenSet,
  lines: readonly NewLine[],
): Promise<GoldenSet | 'too_many'> {
  const [workspace, environment] = keyOf(scope);
  const known = await findSet(tx, scope, set.kitId, set.name);
  if (known?.hash === set.hash) return known;
  if (known === undefined && (await countSets(tx, scope, set.kitId)) >= MOST_SETS) return 'too_many';
  await tx.query(`UPDATE golden_sets SET superseded = true WHERE ${OF_KIT} AND name = $4 AND NOT superseded`, [
    workspace,
    environment,
    set.kitId,
    set.name,
  ]);
  await tx.query(
    `INSERT INTO golden_sets (workspace_id, environment, ${SET_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [workspace, environment, set.setId, set.kitId, set.name, set.hash, set.lines, set.bytes, set.createdAt],
  );
  for (const some of inChunks(await keptLines(tx, workspace, lines))) await insertLines(tx, workspace, set.setId, some);
  await recordAudit(tx, {
    ...{ workspaceId: scope.workspaceId, environment: scope.environment },
    action: 'golden_set.saved',
    target: targetOf(set.kitId, set.name),
    details: { lines: set.lines, hash: set.hash },
  });
  return set;
}

/** The name of a set in the audit log. */
function targetOf(kitId: string, name: string) {
  return { type: 'golden_set', id: `${kitId}/${name}`, name };
}

async function countSets(tx: Queryable, scope: Scope, kitId: string): Promise<number> {
  const { rows } = await tx.query<{ sets: number }>(
    `SELECT count(*)::int AS sets FROM golden_sets WHERE ${OF_KIT} AND NOT superseded`,
    [...keyOf(scope), kitId],
  );
  return rows[0]?.sets ?? 0;
}

/** Without lines whose run was erased since it was read; the runs of the others are locked, so an erasure finds the line. */
async function keptLines(
  tx: Queryable,
  workspace: string | undefined,
  lines: readonly NewLine[],
): Promise<readonly NewLine[]> {
  const runs = lines.flatMap(({ runId }) => (runId === undefined ? [] : [decodeId('run', runId)]));
  if (runs.length === 0) return lines;
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs r WHERE workspace_id = $1 AND environment IN ('live', 'test') AND id = ANY ($2::uuid[])
       AND ${hasInput('r', `i.workspace_id = $1 AND i.environment IN ('live', 'test') AND i.run_id = ANY ($2::uuid[])`)}
     ORDER BY id FOR SHARE`,
    [workspace, runs],
  );
  const kept = new Set(rows.map(({ id }) => encodeId('run', id)));
  return lines.filter(({ runId }) => runId === undefined || kept.has(runId));
}

/** Escaping the texts of one statement keeps the event loop busy, so they are limited in number and size. */
const CHUNK_LINES = 1_000;
const CHUNK_CHARACTERS = 1_000_000;

function* inChunks(lines: readonly NewLine[]): Generator<NewLine[]> {
  let chunk: NewLine[] = [];
  let size = 0;
  for (const line of lines) {
    chunk.push(line);
    size += line.input.length + line.expected.length;
    if (chunk.length < CHUNK_LINES && size < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

async function insertLines(
  tx: Queryable,
  workspace: string | undefined,
  setId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await tx.query(
    `INSERT INTO golden_lines (workspace_id, set_id, number, run_id, external_id, input, expected)
     SELECT $1, $2, given.* FROM unnest($3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[]) AS given`,
    [
      workspace,
      setId,
      lines.map(({ line }) => line),
      lines.map(({ runId }) => (runId === undefined ? null : decodeId('run', runId))),
      lines.map(({ externalId }) => externalId ?? null),
      lines.map(({ input }) => input),
      lines.map(({ expected }) => expected),
    ],
  );
}

function toSet(row: SetRow): GoldenSet {
  const { id: setId, kit_id: kitId, created_at: createdAt, name, hash, lines, bytes } = row;
  return { setId, kitId, name, hash, lines, bytes, createdAt };
}

function toLine(row: LineRow): SetLine {
  return {
    line: row.number,
    runId: row.run_id === null ? undefined : encodeId('run', row.run_id),
    external_id: row.external_id ?? undefined,
    input: JSON.parse(row.input) as Record<string, unknown>,
    expected: JSON.parse(row.expected) as Record<string, BrickValue>,
  };
}
