import type { BackfillRequest } from '../requests.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Backfill, BackfillComparison, BackfillEstimate } from '../wire/backfill.ts';

const PATH = '/v1/backfills';
const at = (backfillId: string, rest = '') => `${PATH}/${encodeURIComponent(backfillId)}${rest}`;
const POLL_MS = 1_000;

export type BackfillsResource = ReturnType<typeof backfillsResource>;

export function backfillsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const get = (backfillId: string, options?: CallOptions): Promise<Backfill> =>
    ask({ method: 'GET', path: at(backfillId) }, options);
  return {
    /** What it would cost; asks nothing. */
    estimate: (request: Omit<BackfillRequest, 'max_credits'>, options?: CallOptions): Promise<BackfillEstimate> =>
      ask({ method: 'POST', path: PATH, body: { ...request, dry_run: true }, isRepeatable: true }, options),

    start: (request: BackfillRequest, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'POST', path: PATH, body: request }, options),

    /** Newest first. */
    list: async (options?: CallOptions): Promise<Backfill[]> =>
      (await ask<{ data: Backfill[] }>({ method: 'GET', path: PATH }, options)).data,

    get,

    cancel: (backfillId: string, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'POST', path: at(backfillId, '/cancel') }, options),

    /** Shares before and after, brick by brick, with the runs whose answer changed. */
    compare: (
      backfillId: string,
      { flips, ...options }: CallOptions & { flips?: number | undefined } = {},
    ): Promise<BackfillComparison> =>
      ask({ method: 'GET', path: at(backfillId, '/comparison'), query: { flips } }, options),

    /** Polls until it has ended. */
    async wait(
      backfillId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: ((backfill: Backfill) => void) | undefined } = {},
    ): Promise<Backfill> {
      for (;;) {
        const backfill = await get(backfillId, call);
        onProgress?.(backfill);
        if (backfill.status !== 'running') return backfill;
        await transport.pause(POLL_MS, call.signal);
      }
    },
  };
}
