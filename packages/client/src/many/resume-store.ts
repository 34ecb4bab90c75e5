import type { RunStatus } from '../wire/vocabulary.ts';

/** What must outlive a crash, per record of the source. */
export interface ResumeRecord {
  id: string;
  idempotency_key: string;
  /** `creating`: the request may or may not have arrived; it is sent again with the same key. */
  status: RunStatus | 'creating' | 'refused';
  run_id?: string | undefined;
  next_poll_at?: string | undefined;
}

/** A table, a Redis hash, a file (`fileStore` of `@brickwork/client/node`). `put` resolves once the record would survive a crash. */
export interface ResumeStore {
  get(id: string): Promise<ResumeRecord | undefined>;
  put(record: ResumeRecord): Promise<void>;
}

/** Lives as long as the process does. */
export function memoryStore(): ResumeStore {
  const records = new Map<string, ResumeRecord>();
  return {
    get: async (id) => records.get(id),
    put: async (record) => void records.set(record.id, record),
  };
}
