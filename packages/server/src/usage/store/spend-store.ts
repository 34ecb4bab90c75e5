/** Spend caps, reservations and what was spent, in PostgreSQL. The functions of the migration do the sums under the caps' locks. */
import { recordAudit, recordChanges } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { RecordEvents, RecordedEvent } from '../../outbound/webhooks/event.ts';
import { DELIVERY_KIND, RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { hastenWaiting } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import {
  type CapState,
  type CreditPrice,
  NOTICE_PERCENTS,
  type NoticePercent,
  type Period,
  type SpendCap,
} from '../spend/spend-cap.ts';
import type { AtCap } from '../spend-cap-reached.ts';

export interface SpendStoreOptions {
  recordEvents: RecordEvents;
  /** What a credit costs; undefined where caps are in credits only. */
  creditPrice: number | undefined;
  eventOf(workspaceId: string, cap: CapState, percent: NoticePercent): RecordedEvent;
}

interface Spending {
  workspaceId: string;
  kitId: string | undefined;
  reservation: string;
  microCredits: number;
}

/** Why nothing was reserved. */
export interface Refusal {
  cap: string;
  /** Otherwise calls in progress may still leave room. */
  isReached: boolean;
  atCap: AtCap;
  endsAt: Date;
}

/** Calls with an unknown cost. */
export interface CutOff {
  workspaceId: string;
  calls: number;
  /** What was reserved for them. */
  mostCredits: number;
}

interface CapRow {
  name: string;
  kit_id: string | null;
  kit_code: string | null;
  period: Period;
  credits: string | null;
  money: string | null;
  at_cap: AtCap;
  most: string;
  spent: string;
  reserved: string;
  starts: string;
  ends_at: Date;
  updated_at: Date;
  currency: string | null;
}

/** The price of a credit: set by the workspace, otherwise by the service. */
const priceOf = (ofService: string) =>
  `(SELECT coalesce(price_of_credit, ${ofService}::numeric) FROM workspaces WHERE id = $1)`;

const NO_KIT = '00000000-0000-0000-0000-000000000000';
/** Why a run waits. */
const HELD = 'spend_cap_reached';

export function createSpendStore(database: Database, options: SpendStoreOptions) {
  const price = options.creditPrice ?? null;
  return {
    ...capStatements(database, price),
    ...spendingStatements(database, options, price),
  };
}

export type SpendStore = ReturnType<typeof createSpendStore>;

function capStatements(database: Database, price: number | null) {
  return {
    list: (workspaceId: string): Promise<CapState[]> => listCaps(database, workspaceId, price),
    /** Held runs are retried: the cap may be higher now. `too_many`: it is new, and there are already `most`. */
    put: (workspaceId: string, cap: SpendCap, now: Date, most: number): Promise<CapState | 'too_many'> =>
      database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const caps = await listCaps(tx, workspaceId, price);
        const before = caps.find(({ name }) => name === cap.name);
        if (before === undefined && caps.length >= most) return 'too_many';
        await tx.query(
          `INSERT INTO spend_caps (workspace_id, name, kit_id, period, credits, money, at_cap, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
           ON CONFLICT (workspace_id, name) DO UPDATE SET kit_id = excluded.kit_id, period = excluded.period, credits = excluded.credits, money = excluded.money,
             at_cap = excluded.at_cap, updated_at = excluded.updated_at`,
          [id, cap.name, cap.kitId ?? null, cap.period, cap.credits ?? null, cap.money ?? null, cap.atCap, now],
        );
        // Earlier notifications about the cap do not apply to the new one.
        if (before !== undefined && !isSame(before, cap))
          await tx.query('DELETE FROM spend_notices WHERE workspace_id = $1 AND cap = $2', [id, cap.name]);
        await release(tx, workspaceId);
        const target = { type: 'spend_cap', id: cap.name };
        const record = { workspaceId, environment: 'live', action: 'spend_cap.saved', target } as const;
        await recordChanges(tx, record, before && settingsOf(before), settingsOf(cap));
        const stored = (await listCaps(tx, workspaceId, price)).find(({ name }) => name === cap.name);
        if (stored === undefined) throw new Error('a spend cap that was just stored is gone');
        return stored;
      }),
    /** False if there is none. Held runs continue. */
    delete: (workspaceId: string, name: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query('DELETE FROM spend_caps WHERE workspace_id = $1 AND name = $2', [
          decodeId('ws', workspaceId),
          name,
        ]);
        if (rowCount !== 1) return false;
        await release(tx, workspaceId);
        const target = { type: 'spend_cap', id: name };
        await recordAudit(tx, { workspaceId, environment: 'live', action: 'spend_cap.deleted', target });
        return true;
      }),
    /** The workspace's own price of a credit. */
    findPrice: (workspaceId: string): Promise<CreditPrice | undefined> => findPrice(database.reads, workspaceId),
    /** Undefined: the service's default. Held runs are retried: a cap in money may have changed. */
    setPrice: (workspaceId: string, set: CreditPrice | undefined): Promise<void> =>
      database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const before = await findPrice(tx, workspaceId);
        await tx.query('UPDATE workspaces SET price_of_credit = $2, price_currency = $3 WHERE id = $1', [
          id,
          set?.amount ?? null,
          set?.currency ?? null,
        ]);
        await release(tx, workspaceId);
        const target = { type: 'workspace', id: workspaceId };
        const record = { workspaceId, action: 'settings.changed', target } as const;
        await recordChanges(tx, record, priceText(before), priceText(set));
      }),
  };
}

/** The reservation before a call, and its settlement after it. */
function spendingStatements(database: Database, options: SpendStoreOptions, price: number | null) {
  return {
    /** Undefined when the amount was reserved. */
    async reserve(of: Spending & { validForMs: number }): Promise<Refusal | undefined> {
      const { rows } = await database.query<{
        cap: string;
        verdict: 'reached' | 'busy';
        at_cap: AtCap;
        ends_at: Date;
      }>(
        {
          name: 'reserve_spend',
          text: `SELECT cap, verdict, at_cap, ends_at FROM reserve_spend($1, $2, $3, $4, $5::double precision * interval '1 millisecond', ${priceOf('$6')})`,
        },
        [decodeId('ws', of.workspaceId), of.kitId ?? NO_KIT, of.reservation, of.microCredits, of.validForMs, price],
      );
      const [row] = rows;
      return row && { cap: row.cap, isReached: row.verdict === 'reached', atCap: row.at_cap, endsAt: row.ends_at };
    },
    /** Whether there are caps that may need a notification. */
    async settle({ workspaceId, kitId, reservation, microCredits }: Spending): Promise<boolean> {
      const id = decodeId('ws', workspaceId);
      await database.query({ name: 'settle_spend', text: 'SELECT settle_spend($1, $2, $3, $4)' }, [
        id,
        kitId ?? NO_KIT,
        reservation,
        microCredits,
      ]);
      const { rowCount } = await database.query(
        {
          name: 'crossed_caps',
          text: `SELECT 1 FROM spend_states($1, ${priceOf('$2')}) s CROSS JOIN unnest($3::int[]) AS level (percent)
                 WHERE s.spent * 100 >= s.most * level.percent AND NOT EXISTS (SELECT 1 FROM spend_notices n
                   WHERE n.workspace_id = $1 AND n.cap = s.name AND n.starts = s.starts AND n.percent = level.percent) LIMIT 1`,
        },
        [id, price, [...NOTICE_PERCENTS]],
      );
      return rowCount === 1;
    },
    /** Records the events that were not yet recorded in this period; `reached` names a cap that has just refused a call. */
    async tellCrossed(workspaceId: string, { reached }: { reached?: string }): Promise<void> {
      await database.transaction(async (tx) => {
        for (const cap of await listCaps(tx, workspaceId, price))
          for (const percent of NOTICE_PERCENTS) {
            if (cap.name !== reached && cap.spent * 100 < cap.most * percent) continue;
            const { rowCount } = await tx.query(
              'INSERT INTO spend_notices (workspace_id, cap, starts, percent) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
              [decodeId('ws', workspaceId), cap.name, cap.starts, percent],
            );
            if (rowCount === 0) continue;
            if (await options.recordEvents(tx, [options.eventOf(workspaceId, cap, percent)]))
              await tellReady(tx, DELIVERY_KIND);
          }
      });
    },
    /**
     * Adds reservations of calls that were cut off to what was spent, and removes days that no cap needs any more. Returns the maximum cost
     * of those calls, by workspace: the provider's actual charge is unknown.
     */
    async dropOld(): Promise<CutOff[]> {
      const { rows } = await database.query<{ workspace_id: string; calls: number; micro_credits: string }>(
        `WITH gone AS (DELETE FROM spend_reservations WHERE expires_at < now() RETURNING workspace_id, kit_id, micro_credits, expires_at),
         spent AS (
           INSERT INTO spend_daily AS d (workspace_id, day, kit_id, micro_credits)
           SELECT g.workspace_id, (g.expires_at AT TIME ZONE w.timezone)::date, g.kit_id, sum(g.micro_credits)
           FROM gone g JOIN workspaces w ON w.id = g.workspace_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
           ON CONFLICT (workspace_id, day, kit_id) DO UPDATE SET micro_credits = d.micro_credits + excluded.micro_credits
         )
         SELECT workspace_id, count(*)::int AS calls, sum(micro_credits) AS micro_credits FROM gone GROUP BY workspace_id`,
      );
      await database.query(`DELETE FROM spend_daily WHERE day < now() - interval '400 days'`);
      await database.query(`DELETE FROM spend_notices WHERE starts < now() - interval '400 days'`);
      return rows.map(({ workspace_id, calls, micro_credits }) => ({
        workspaceId: encodeId('ws', workspace_id),
        calls,
        mostCredits: Number(micro_credits) / 1_000_000,
      }));
    },
  };
}

async function listCaps(on: Queryable, workspaceId: string, price: number | null): Promise<CapState[]> {
  const { rows } = await on.query<CapRow>(
    `SELECT s.name, s.kit_id, k.code AS kit_code, s.period, c.credits, c.money, s.at_cap, s.most, s.spent, s.reserved, to_char(s.starts, 'YYYY-MM-DD') AS starts,
       s.ends_at, c.updated_at, w.price_currency AS currency
     FROM spend_states($1, ${priceOf('$2')}) s JOIN spend_caps c ON c.workspace_id = $1 AND c.name = s.name JOIN workspaces w ON w.id = $1
       LEFT JOIN kits k ON k.workspace_id = $1 AND k.id = s.kit_id ORDER BY s.name`,
    [decodeId('ws', workspaceId), price],
  );
  return rows.map(toState);
}

async function findPrice(on: Queryable, workspaceId: string): Promise<CreditPrice | undefined> {
  const { rows } = await on.query<{ amount: string | null; currency: string | null }>(
    'SELECT price_of_credit AS amount, price_currency AS currency FROM workspaces WHERE id = $1',
    [decodeId('ws', workspaceId)],
  );
  const { amount = null, currency = null } = rows[0] ?? {};
  return amount === null || currency === null ? undefined : { amount: Number(amount), currency };
}

function priceText(price: CreditPrice | undefined): { credit_price: string } {
  return { credit_price: price === undefined ? 'as the service says' : `${price.amount} ${price.currency}` };
}

async function release(tx: Queryable, workspaceId: string): Promise<void> {
  if (await hastenWaiting(tx, RUN_KIND, laneOf({ workspaceId, environment: 'live' }), HELD))
    await tellReady(tx, RUN_KIND);
}

function isSame(before: SpendCap, after: SpendCap): boolean {
  return JSON.stringify(settingsOf(before)) === JSON.stringify(settingsOf(after));
}

function settingsOf({ kitId, period, credits, money, atCap }: SpendCap): object {
  return { kit_id: kitId, period, credits, money, at_cap: atCap };
}

function toState(row: CapRow): CapState {
  return {
    name: row.name,
    kitId: row.kit_id ?? undefined,
    kitCode: row.kit_code ?? undefined,
    period: row.period,
    credits: row.credits === null ? undefined : Number(row.credits),
    money: row.money === null ? undefined : Number(row.money),
    atCap: row.at_cap,
    most: Number(row.most),
    spent: Number(row.spent),
    reserved: Number(row.reserved),
    starts: row.starts,
    endsAt: row.ends_at,
    updatedAt: row.updated_at,
    currency: row.currency ?? undefined,
  };
}
