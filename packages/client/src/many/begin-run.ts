/** Takes a record of the source to the point where its run exists: from the store, or by asking the service under the record's key. */
import { ApiError } from '../api-error.ts';
import { keyFrom } from '../key-from.ts';
import { isTerminal } from '../run.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { CreateRunRequest } from '../wire/run.ts';
import type { RunStatus } from '../wire/vocabulary.ts';
import { createRateGate } from './rate-gate.ts';
import { memoryStore, type ResumeStore } from './resume-store.ts';
import type { SourceItem } from './source-item.ts';

export interface RunManyParts {
  transport: Transport;
  create(
    request: CreateRunRequest,
    options: CallOptions & { idempotencyKey: string },
  ): Promise<{ run_id: string; status: RunStatus; retryAfterSeconds: number | undefined }>;
}

export interface BeginOptions {
  store?: ResumeStore | undefined;
  /** Part of the keys; two sources with the same record ids need two names. */
  sourceName?: string | undefined;
  /** Called when the service asks to slow down: creating pauses for this time. */
  onRateLimited?: ((waitMs: number) => void) | undefined;
}

/** Errors of one record. Every other error (no permission, no service) would affect all records and ends the whole batch. */
const REFUSALS: readonly number[] = [400, 404, 409, 413, 422];

export interface StartedRun {
  runId: string;
  firstLookMs: number;
  ended(status: RunStatus): Promise<void>;
}

export function createBeginner(
  { transport, create }: RunManyParts,
  { store = memoryStore(), sourceName = 'run-many', onRateLimited }: BeginOptions,
  signal: AbortSignal,
  count: (what: 'created' | 'resumed') => void,
): (item: SourceItem) => Promise<StartedRun | ApiError> {
  const gate = createRateGate(transport.pause, signal);
  const shut = (waitMs: number) => {
    gate.shut(waitMs);
    onRateLimited?.(waitMs);
  };
  const createWithWaits = async (request: CreateRunRequest, idempotencyKey: string) => {
    for (;;) {
      await gate.pass();
      try {
        const onRetry = ({ status, waitMs }: { status: number | undefined; waitMs: number }) => {
          if (status === 429) shut(waitMs);
        };
        return await create(request, { idempotencyKey, signal, onRetry });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429) throw error;
        shut((error.retryAfterSeconds ?? 1) * 1_000);
      }
    }
  };

  return async ({ id, request, idempotencyKey }) => {
    const { input } = request;
    const kit = request.kit_version_id || request.kit_code || '';
    const key = idempotencyKey ?? (await keyFrom({ source: sourceName, recordId: id, kit, input }));
    const put = (status: RunStatus | 'creating' | 'refused', more: { run_id?: string; next_poll_at?: string } = {}) =>
      store.put({ id, idempotency_key: key, status, ...more });
    const started = (run_id: string, firstLookMs: number): StartedRun => ({
      runId: run_id,
      firstLookMs,
      ended: (status) => put(status, { run_id }),
    });
    const known = await store.get(id);
    if (known?.run_id !== undefined && known.idempotency_key === key) {
      count('resumed');
      const dueAt = known.next_poll_at === undefined ? 0 : Date.parse(known.next_poll_at);
      return started(known.run_id, Math.min(15_000, Math.max(0, dueAt - Date.now())));
    }
    await put('creating');
    try {
      const external_id = request.external_id ?? (id.length <= 255 ? id : undefined);
      const { run_id, status, retryAfterSeconds = 1 } = await createWithWaits({ ...request, external_id }, key);
      const firstLookMs = isTerminal(status) ? 0 : retryAfterSeconds * 1_000;
      await put(status, { run_id, next_poll_at: new Date(Date.now() + firstLookMs).toISOString() });
      count('created');
      return started(run_id, firstLookMs);
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
      await put('refused');
      return error;
    }
  };
}
