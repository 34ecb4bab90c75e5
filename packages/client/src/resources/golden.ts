import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  AddedGoldenRuns,
  ComparedEvaluation,
  Evaluation,
  EvaluationEstimate,
  EvaluationRequest,
  GoldenSet,
  GoldenSetRequest,
} from '../wire/golden-set.ts';

/** In all paths a kit may be named by id, code or slug. */
const at = (kit: string, rest: string) => `/v1/kits/${encodeURIComponent(kit)}${rest}`;
const setAt = (kit: string, name: string) => at(kit, `/golden-sets/${encodeURIComponent(name)}`);

export type GoldenSetsResource = ReturnType<typeof goldenSetsResource>;
export type EvaluationsResource = ReturnType<typeof evaluationsResource>;

function asking(transport: Transport) {
  return async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
}

export function goldenSetsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    list: async (kit: string, options?: CallOptions): Promise<GoldenSet[]> =>
      (await ask<{ data: GoldenSet[] }>({ method: 'GET', path: at(kit, '/golden-sets') }, options)).data,

    /** From lines, or from the reviewed runs on whose answers people agree. */
    put: (kit: string, name: string, request: GoldenSetRequest, options?: CallOptions): Promise<GoldenSet> =>
      ask({ method: 'PUT', path: setAt(kit, name), body: request }, options),

    /** Adds runs with the answers that reviewers agree on; `unreviewed`: also answers that nobody has looked at. */
    addRuns: (
      kit: string,
      name: string,
      runIds: readonly string[],
      { unreviewed, ...options }: CallOptions & { unreviewed?: boolean | undefined } = {},
    ): Promise<AddedGoldenRuns> =>
      ask(
        {
          method: 'POST',
          path: `${setAt(kit, name)}/runs`,
          body: { run_ids: runIds, unreviewed },
          isRepeatable: true,
        },
        options,
      ),

    /** JSON lines, as a stream of bytes. */
    lines: (kit: string, name: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: setAt(kit, name) }, options),

    delete: (kit: string, name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: setAt(kit, name) }, options),
  };
}

const POLL_MS = 1_000;

export function evaluationsResource(transport: Transport) {
  const ask = asking(transport);
  const get = (evaluationId: string, options: CallOptions & { against?: string | undefined } = {}) => {
    const { against, ...call } = options;
    const path = `/v1/evaluations/${encodeURIComponent(evaluationId)}`;
    return ask<ComparedEvaluation>({ method: 'GET', path, query: { against } }, call);
  };
  return {
    /** What it would cost; asks nothing. */
    estimate: (kit: string, request: EvaluationRequest, options?: CallOptions): Promise<EvaluationEstimate> =>
      ask(
        { method: 'POST', path: at(kit, '/evaluations'), body: { ...request, dry_run: true }, isRepeatable: true },
        options,
      ),

    start: (kit: string, request: EvaluationRequest, options?: CallOptions): Promise<Evaluation> =>
      ask({ method: 'POST', path: at(kit, '/evaluations'), body: request }, options),

    /** Newest first, without their reports. */
    list: async (kit: string, options?: CallOptions): Promise<Evaluation[]> =>
      (await ask<{ data: Evaluation[] }>({ method: 'GET', path: at(kit, '/evaluations') }, options)).data,

    /** `against` adds the lines that turned right or wrong since an earlier evaluation. */
    get,

    /** Ends it at once, without a report. */
    cancel: (evaluationId: string, options?: CallOptions): Promise<Evaluation> =>
      ask({ method: 'POST', path: `/v1/evaluations/${encodeURIComponent(evaluationId)}/cancel` }, options),

    /** Polls until it has ended. */
    async wait(
      evaluationId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: ((evaluation: Evaluation) => void) | undefined } = {},
    ): Promise<Evaluation> {
      for (;;) {
        const evaluation = await get(evaluationId, call);
        onProgress?.(evaluation);
        if (evaluation.status !== 'running') return evaluation;
        await transport.pause(POLL_MS, call.signal);
      }
    },
  };
}
