/** Calibration sessions in PostgreSQL. What people said are reviews of the session's runs between its start and its end. */
import type { BrickValue, Verdict } from '@brickwork/contract';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';

export interface Calibration {
  calibrationId: string;
  kitId: string;
  name: string;
  by: Actor;
  calls: number;
  people: readonly Participant[];
  createdAt: Date;
  closedAt: Date | undefined;
}

export interface Participant {
  reviewer: string;
  name: string | undefined;
  done: number;
}

export interface NewCalibration {
  calibrationId: string;
  kitId: string;
  name: string;
  by: Actor;
  runIds: readonly string[];
  now: Date;
}

export interface SaidInSession {
  runId: string;
  brick: string;
  reviewer: string;
  verdict: Verdict;
  value: BrickValue | undefined;
  answer: BrickValue | undefined;
}

interface Row {
  id: string;
  kit_id: string;
  name: string;
  actor: string;
  created_at: Date;
  closed_at: Date | null;
  calls: number;
  people: { reviewer: string; name: string | null; done: number }[];
}

const MOST_PEOPLE = 50;
/** Of one session; more than anybody would say about 20 calls. */
const MOST_SAID = 20_000;

/** A review counts for the session when it was made while the session was open. */
const IN_SESSION = 'w.created_at >= c.created_at AND (c.closed_at IS NULL OR w.created_at < c.closed_at)';
const OF_SESSION = `reviews w JOIN calibration_runs s ON s.workspace_id = c.workspace_id AND s.environment = c.environment AND s.calibration_id = c.id
  AND w.run_id = s.run_id WHERE w.workspace_id = c.workspace_id AND w.environment = c.environment AND ${IN_SESSION}`;

/** An erased call cannot be answered, so it is no longer part of the session; its reviews stay. */
const ITS_RUNS = `calibration_runs s JOIN runs r ON r.workspace_id = s.workspace_id AND r.environment = s.environment AND r.id = s.run_id AND r.erased_at IS NULL`;

const COLUMNS = `c.id, c.kit_id, c.name, c.actor, c.created_at, c.closed_at,
  (SELECT count(*)::int FROM ${ITS_RUNS} WHERE s.workspace_id = c.workspace_id AND s.environment = c.environment AND s.calibration_id = c.id) AS calls,
  (SELECT coalesce(jsonb_agg(p ORDER BY p.done DESC, p.reviewer), '[]') FROM (
     SELECT w.reviewer, max(w.reviewer_name) AS name, (count(DISTINCT w.run_id) FILTER (WHERE EXISTS (
       SELECT FROM runs r WHERE r.workspace_id = w.workspace_id AND r.environment = w.environment AND r.id = w.run_id AND r.erased_at IS NULL)))::int AS done
     FROM ${OF_SESSION}
     GROUP BY w.reviewer ORDER BY done DESC, w.reviewer LIMIT ${MOST_PEOPLE}) p) AS people`;

export function createCalibrationStore(database: Database) {
  return {
    ...changeStatements(database),
    ...readStatements(database),
  };
}

export type CalibrationStore = ReturnType<typeof createCalibrationStore>;

function readStatements(database: Database) {
  return {
    async list(scope: Scope, kitId: string, limit: number): Promise<Calibration[]> {
      const { rows } = await database.query<Row>(
        `SELECT ${COLUMNS} FROM calibrations c WHERE c.workspace_id = $1 AND c.environment = $2 AND c.kit_id = $3 ORDER BY c.id DESC LIMIT ${limit}`,
        [...keyOf(scope), kitId],
      );
      return rows.map(toCalibration);
    },
    async find(scope: Scope, calibrationId: string): Promise<Calibration | undefined> {
      const { rows } = await database.query<Row>(
        `SELECT ${COLUMNS} FROM calibrations c WHERE c.workspace_id = $1 AND c.environment = $2 AND c.id = $3`,
        [...keyOf(scope), decodeId('cal', calibrationId) ?? null],
      );
      return rows[0] && toCalibration(rows[0]);
    },
    async runs(scope: Scope, calibrationId: string): Promise<{ runId: string; externalId: string | undefined }[]> {
      const { rows } = await database.query<{ run_id: string; external_id: string | null }>(
        `SELECT s.run_id, r.external_id FROM ${ITS_RUNS}
         WHERE s.workspace_id = $1 AND s.environment = $2 AND s.calibration_id = $3 ORDER BY s.position`,
        [...keyOf(scope), decodeId('cal', calibrationId) ?? null],
      );
      return rows.map(({ run_id, external_id }) => ({
        runId: encodeId('run', run_id),
        externalId: external_id ?? undefined,
      }));
    },
    async said(scope: Scope, calibrationId: string): Promise<SaidInSession[]> {
      const { rows } = await database.query<{
        run_id: string;
        brick: string;
        reviewer: string;
        verdict: Verdict;
        value: string | null;
        answer: string | null;
      }>(
        // The newest verdict of each person during the session: later ones do not count.
        `SELECT DISTINCT ON (w.run_id, w.brick, w.reviewer) w.run_id, w.brick, w.reviewer, w.verdict, w.value, w.answer
         FROM calibrations c, LATERAL (SELECT w.* FROM ${OF_SESSION}) w
         WHERE c.workspace_id = $1 AND c.environment = $2 AND c.id = $3
         ORDER BY w.run_id, w.brick, w.reviewer, w.id DESC LIMIT ${MOST_SAID}`,
        [...keyOf(scope), decodeId('cal', calibrationId) ?? null],
      );
      const read = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as BrickValue));
      return rows.map(({ run_id, brick, reviewer, verdict, value, answer }) => ({
        runId: encodeId('run', run_id),
        ...{ brick, reviewer, verdict },
        value: read(value),
        answer: read(answer),
      }));
    },
  };
}

function changeStatements(database: Database) {
  return {
    /** False if the kit has the maximum number. */
    create: (scope: Scope, { calibrationId, kitId, name, by, runIds, now }: NewCalibration, most: number) =>
      database.transaction(async (tx) => {
        const key = [...keyOf(scope), decodeId('cal', calibrationId)];
        const { rowCount } = await tx.query(
          `INSERT INTO calibrations (workspace_id, environment, id, kit_id, name, actor, created_at)
           SELECT $1::uuid, $2::text, $3::uuid, $4::uuid, $5, $6, $7
           WHERE (SELECT count(*) FROM calibrations WHERE workspace_id = $1::uuid AND environment = $2::text AND kit_id = $4::uuid) < ${most}`,
          [...key, kitId, name, JSON.stringify(by), now],
        );
        if (rowCount !== 1) return false;
        await tx.query(
          `INSERT INTO calibration_runs (workspace_id, environment, calibration_id, run_id, position)
           SELECT $1, $2, $3, given.run_id, given.position FROM unnest($4::uuid[]) WITH ORDINALITY AS given (run_id, position)
             JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = given.run_id`,
          [...key, runIds.map((runId) => decodeId('run', runId))],
        );
        const target = { type: 'calibration', id: calibrationId, name };
        await recordAudit(tx, {
          ...scopeOf(scope),
          action: 'calibration.started',
          target,
          details: { runs: runIds.length },
        });
        return true;
      }),
    async close(scope: Scope, calibrationId: string, now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ name: string }>(
          `UPDATE calibrations SET closed_at = $4 WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND closed_at IS NULL RETURNING name`,
          [...keyOf(scope), decodeId('cal', calibrationId) ?? null, now],
        );
        if (rows[0] === undefined) return;
        const target = { type: 'calibration', id: calibrationId, name: rows[0].name };
        await recordAudit(tx, { ...scopeOf(scope), action: 'calibration.closed', target });
      });
    },
    /** With its choice of runs. Reviews belong to their runs. */
    async delete(scope: Scope, calibrationId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ name: string }>(
          'DELETE FROM calibrations WHERE workspace_id = $1 AND environment = $2 AND id = $3 RETURNING name',
          [...keyOf(scope), decodeId('cal', calibrationId) ?? null],
        );
        if (rows[0] === undefined) return;
        const target = { type: 'calibration', id: calibrationId, name: rows[0].name };
        await recordAudit(tx, { ...scopeOf(scope), action: 'calibration.deleted', target });
      });
    },
  };
}

const scopeOf = ({ workspaceId, environment }: Scope) => ({ workspaceId, environment });

function toCalibration(row: Row): Calibration {
  return {
    calibrationId: encodeId('cal', row.id),
    kitId: row.kit_id,
    name: row.name,
    by: JSON.parse(row.actor) as Actor,
    calls: row.calls,
    people: row.people.map(({ reviewer, name, done }) => ({ reviewer, name: name ?? undefined, done })),
    createdAt: row.created_at,
    closedAt: row.closed_at ?? undefined,
  };
}
