import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { PushedKit } from '../wire/kit.ts';
import type { Learning, LearningEstimate, LearningRequest } from '../wire/learning.ts';

/** In all paths a kit may be named by id, code or slug. */
const at = (kit: string, rest: string) => `/v1/kits/${encodeURIComponent(kit)}${rest}`;
const one = (learningId: string) => `/v1/learnings/${encodeURIComponent(learningId)}`;
const POLL_MS = 1_000;

export type LearningsResource = ReturnType<typeof learningsResource>;

export function learningsResource(transport: Transport) {
  const send = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const get = (learningId: string, options?: CallOptions): Promise<Learning> =>
    send({ method: 'GET', path: one(learningId) }, options);
  return {
    /** Which bricks have enough labels; reads no conversation. */
    estimate: (kit: string, request: LearningRequest = {}, options?: CallOptions): Promise<LearningEstimate> =>
      send(
        { method: 'POST', path: at(kit, '/learnings'), body: { ...request, dry_run: true }, isRepeatable: true },
        options,
      ),

    /** From reviews, or from a golden set. `wait` for what was learned. */
    start: (kit: string, request: LearningRequest = {}, options?: CallOptions): Promise<Learning> =>
      send({ method: 'POST', path: at(kit, '/learnings'), body: request }, options),

    /** Newest first. */
    list: async (kit: string, options?: CallOptions): Promise<Learning[]> =>
      (await send<{ data: Learning[] }>({ method: 'GET', path: at(kit, '/learnings') }, options)).data,

    get,

    /** Ends it at once; nothing changes. */
    cancel: (learningId: string, options?: CallOptions): Promise<Learning> =>
      send({ method: 'POST', path: `${one(learningId)}/cancel` }, options),

    /** Takes back what the live version learned, all or of the bricks that are named. */
    undo: (kit: string, { bricks }: { bricks?: string[] } = {}, options?: CallOptions): Promise<PushedKit> =>
      send({ method: 'POST', path: at(kit, '/unlearn'), body: bricks === undefined ? {} : { bricks } }, options),

    /** Polls until it has ended. */
    async wait(
      learningId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: ((learning: Learning) => void) | undefined } = {},
    ): Promise<Learning> {
      for (;;) {
        const learning = await get(learningId, call);
        onProgress?.(learning);
        if (learning.status !== 'running') return learning;
        await transport.pause(POLL_MS, call.signal);
      }
    },
  };
}
