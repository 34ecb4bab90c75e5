/**
 * Entries that are written at most once an hour for each actor, action and target: reads of conversations, and refused actions. They are
 * written in groups, and the request waits until its entry is stored: no text is returned before it is logged.
 */
import { whoActs } from '../../core/acting.ts';
import type { Clock } from '../../core/clock.ts';
import { naturalBatch } from '../../core/natural-batch.ts';
import type { AuditStore } from './store/audit-store.ts';
import type { AuditRecord, HourlyRecord } from './store/record-audit.ts';

export type RecordHourly = (record: AuditRecord, outcome?: 'done' | 'refused') => Promise<void>;

const HOUR_MS = 3_600_000;
const BATCH = 200;
/** Entries of this hour that this node has already written; for others it asks the database. */
const REMEMBERED = 50_000;

export function createHourlyRecorder(store: Pick<AuditStore, 'recordHourly'>, clock: Clock): RecordHourly {
  let hour = 0;
  const written = new Set<string>();
  const write = naturalBatch<HourlyRecord, void>({
    maxItems: BATCH,
    maxInFlight: 1,
    async flush(records) {
      await store.recordHourly(records);
      return records.map(() => ({ status: 'fulfilled', value: undefined }));
    },
  });
  return async (record, outcome = 'done') => {
    const at = clock.now();
    const thisHour = Math.floor(at.getTime() / HOUR_MS);
    if (thisHour !== hour || written.size >= REMEMBERED) written.clear();
    hour = thisHour;
    const acting = whoActs();
    const name = [record.workspaceId, acting.actor.id, record.action, record.target.id].join(' ');
    if (written.has(name)) return;
    await write({ ...record, acting, at, outcome });
    if (thisHour === hour) written.add(name);
  };
}
