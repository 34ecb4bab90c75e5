/** Appeals in PostgreSQL; one is stored together with the event about it. */
import type { Verdict } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { appealedEvent, type RecordEvents } from '../../outbound/webhooks/event.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { Appeal, AppealStatus } from '../appeal.ts';
import { isCorrection } from '../review.ts';

export interface AppealFilter {
  status: AppealStatus | undefined;
  runId: string | undefined;
  kitId: string | undefined;
  /** Only those about calls of this agent. */
  agent: string | undefined;
}

interface AppealRow {
  id: string;
  run_id: string;
  kit_id: string;
  brick: string;
  text: string | null;
  actor: string;
  created_at: Date;
  outcome: 'changed' | 'confirmed' | null;
  settled_at: Date | null;
  note: string | null;
}

/** The review that settles an appeal has its time; a repeated review is not stored, and settles nothing. */
const COLUMNS = `id, run_id, kit_id, brick, text, actor, created_at, outcome, settled_at,
  (SELECT w.note FROM reviews w
   WHERE w.workspace_id = a.workspace_id AND w.environment = a.environment AND w.run_id = a.run_id AND w.brick = a.brick
     AND w.created_at = a.settled_at ORDER BY w.id LIMIT 1) AS note`;

export function createAppealStore(database: Database, { recordEvents }: { recordEvents: RecordEvents }) {
  return {
    /** False if the answer already has an open appeal; or if the run is being erased, which leaves no text behind. */
    add: (scope: Scope, appeal: Appeal, agent: string | undefined): Promise<boolean> =>
      database.transaction(async (tx) => {
        const id = decodeId('apl', appeal.appealId) ?? '';
        const { rowCount } = await tx.query(
          `INSERT INTO appeals (workspace_id, environment, id, run_id, kit_id, brick, text, actor, agent, created_at)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
           FROM (SELECT erased_at FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = $4 FOR SHARE) run
           WHERE erased_at IS NULL ON CONFLICT DO NOTHING`,
          [
            ...keyOf(scope),
            id,
            decodeId('run', appeal.runId),
            appeal.kitId,
            appeal.brick,
            appeal.text ?? null,
            JSON.stringify(appeal.by),
            agent ?? null,
            appeal.createdAt,
          ],
        );
        if (rowCount !== 1) return false;
        const { workspaceId, environment } = scope;
        const { appealId, runId, kitId, brick, createdAt } = appeal;
        const head = { workspaceId, environment, eventId: encodeId('evt', id), createdAt };
        const event = appealedEvent(head, { appeal_id: appealId, run_id: runId, kit_id: kitId, brick });
        if (await recordEvents(tx, [event])) await tellReady(tx, DELIVERY_KIND);
        return true;
      }),
    /** Newest first. */
    async list(
      scope: Scope,
      { status, runId, kitId, agent }: AppealFilter,
      { before, limit }: { before: string | undefined; limit: number },
    ): Promise<Appeal[]> {
      const values: unknown[] = keyOf(scope);
      const parameter = (value: unknown) => `$${values.push(value)}`;
      const conditions = [
        ...(status === 'open' ? ['settled_at IS NULL'] : []),
        ...(status === 'changed' || status === 'confirmed' ? [`outcome = ${parameter(status)}`] : []),
        ...(runId === undefined ? [] : [`run_id = ${parameter(decodeId('run', runId) ?? null)}::uuid`]),
        ...(kitId === undefined ? [] : [`kit_id = ${parameter(kitId)}::uuid`]),
        ...(agent === undefined ? [] : [`agent = ${parameter(agent)}`]),
        ...(before === undefined ? [] : [`id < ${parameter(decodeId('apl', before))}::uuid`]),
      ];
      const { rows } = await database.query<AppealRow>(
        `SELECT ${COLUMNS} FROM appeals a WHERE workspace_id = $1 AND environment = $2
         ${conditions.map((condition) => `AND ${condition}`).join(' ')} ORDER BY id DESC LIMIT ${parameter(limit)}`,
        values,
      );
      return rows.map(toAppeal);
    },
  };
}

export type AppealStore = ReturnType<typeof createAppealStore>;

/** The texts by the ids of appeals; appeals without a text are left out. */
export async function readAppealTexts(
  on: Queryable,
  scope: Scope,
  appealIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await on.query<{ id: string; text: string }>(
    'SELECT id, text FROM appeals WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND text IS NOT NULL',
    [...keyOf(scope), appealIds.flatMap((id) => decodeId('apl', id) ?? [])],
  );
  return new Map(rows.map(({ id, text }) => [encodeId('apl', id), text]));
}

/** In the transaction of the reviews: a verdict settles the appeal, unless it is unsure. */
export async function settleAppeals(
  tx: Queryable,
  key: readonly unknown[],
  lines: readonly { brick: string; verdict: Verdict }[],
  reviewedAt: Date,
): Promise<void> {
  const decided = lines.filter(({ verdict }) => verdict !== 'unsure');
  if (decided.length === 0) return;
  await tx.query(
    `UPDATE appeals a SET outcome = said.outcome, settled_at = $4 FROM unnest($5::text[], $6::text[]) AS said (brick, outcome)
     WHERE a.workspace_id = $1 AND a.environment = $2 AND a.run_id = $3 AND a.brick = said.brick AND a.settled_at IS NULL`,
    [
      ...key,
      reviewedAt,
      decided.map(({ brick }) => brick),
      decided.map(({ verdict }) => (isCorrection(verdict) ? 'changed' : 'confirmed')),
    ],
  );
}

function toAppeal(row: AppealRow): Appeal {
  return {
    appealId: encodeId('apl', row.id),
    runId: encodeId('run', row.run_id),
    kitId: row.kit_id,
    brick: row.brick,
    text: row.text ?? undefined,
    by: JSON.parse(row.actor) as Actor,
    createdAt: row.created_at,
    status: row.outcome ?? 'open',
    settledAt: row.settled_at ?? undefined,
    note: row.note ?? undefined,
  };
}
