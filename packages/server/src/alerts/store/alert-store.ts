/** Alerts in PostgreSQL. */

import type { AlertState } from '@brickwork/contract';
import { keyOf } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { RecordEvents, RecordedEvent } from '../../outbound/webhooks/event.ts';
import type { Alert, AlertFinding, AlertRule } from '../alert.ts';
import { createWatchedStore, ONE, tell, toWatched, type WatchedRow } from './watched-store.ts';

export interface CheckedAlert {
  state: AlertState;
  found: AlertFinding | undefined;
  problem: string | undefined;
  now: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

export function createAlertStore(database: Database, recordEvents: RecordEvents) {
  return {
    ...createWatchedStore<WatchedRow, Alert>(database, recordEvents, {
      name: 'alerts',
      ruleHas: 'brick',
      columns: [],
      toItem: (row) => ({
        ...toWatched<AlertRule>(row),
        found: row.found === null ? undefined : toFinding(row.found),
      }),
    }),
    /** The next check is due in `everyMs`. False if the alert was changed, checked or deleted meanwhile: then nothing is stored. */
    settle: (alert: Alert, checked: CheckedAlert, everyMs: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { state, found, problem, now, event } = checked;
        const { rowCount } = await tx.query(
          `UPDATE alerts w SET state = $6, since = CASE WHEN w.state = $6 THEN w.since ELSE $7 END, checked_at = $7,
             found = CASE WHEN $9::text IS NULL THEN $8 ELSE w.found END, problem = $9, next_check_at = now() + $10 * interval '1 millisecond'
           WHERE ${ONE} AND w.revision = $4 AND w.state = $5`,
          [
            ...keyOf(alert),
            alert.name,
            alert.revision,
            alert.state,
            state,
            now,
            found === undefined ? null : JSON.stringify(found),
            problem ?? null,
            everyMs,
          ],
        );
        if (rowCount !== 1) return false;
        if (event !== undefined) await tell(tx, recordEvents, event);
        return true;
      }),
  };
}

export type AlertStore = ReturnType<typeof createAlertStore>;

/** As JSON, with times as text. */
function toFinding(text: string): AlertFinding {
  const found = JSON.parse(text) as Omit<AlertFinding, 'from' | 'to'> & { from: string; to: string };
  return { ...found, from: new Date(found.from), to: new Date(found.to) };
}
