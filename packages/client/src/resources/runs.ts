import { type RunManyOptions, type RunManyResult, runMany } from '../many/run-many.ts';
import type { SourceItem } from '../many/source-item.ts';
import { paginate } from '../paginate.ts';
import type { Answer, ApiRequest, CallOptions, Transport } from '../transport.ts';
import { getRun, type WaitOptions, waitForRun } from '../wait-for-run.ts';
import { randomKey } from '../web-crypto.ts';
import type { TestedRun } from '../wire/kit.ts';
import type {
  AcceptedRun,
  BatchLine,
  CreateRunRequest,
  Run,
  RunFilter,
  RunItem,
  RunOutput,
  RunPage,
  RunUsage,
} from '../wire/run.ts';
import type { RunMode } from '../wire/vocabulary.ts';

export interface CreateOptions extends CallOptions {
  /** Made by itself when left out; give your own (see `keyFrom`) to be safe over restarts too. */
  idempotencyKey?: string | undefined;
}

export interface Accepted extends AcceptedRun {
  idempotencyKey: string;
  /** Whole seconds to wait before polling. */
  retryAfterSeconds: number | undefined;
  /** The key was known: this is the run of an earlier request. */
  isReplay: boolean;
}

export type BatchRequest = CreateRunRequest & { idempotency_key?: string | undefined };

export interface ExportFilter {
  format?: 'jsonl' | 'csv' | undefined;
  /** Comma list; `input` needs the permission runs:read_input. */
  include?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
}

export type RunsResource = ReturnType<typeof runsResource>;

export function runsResource(transport: Transport) {
  const create = async (request: CreateRunRequest, mode: RunMode, options: CreateOptions) => {
    const { idempotencyKey = await randomKey(), ...call } = options;
    const answer = await transport.send<Run | AcceptedRun>(
      { method: 'POST', path: '/v1/runs', body: { ...request, mode }, idempotencyKey },
      call,
    );
    return { answer, idempotencyKey };
  };

  return {
    /** Accepts a run and returns at once. */
    async create(request: CreateRunRequest, options: CreateOptions = {}): Promise<Accepted> {
      const { answer, idempotencyKey } = await create(request, 'async', options);
      const { run_id, status, type } = answer.body;
      const { retryAfterSeconds, isReplay } = answer;
      return { run_id, status, type, idempotencyKey, retryAfterSeconds, isReplay };
    },

    /**
     * Creates a run and returns it once it has ended, however long that takes; with `waitTimeoutMs` it gives up polling with a
     * `WaitTimeoutError` that names the run. Look at `status`: it may have failed.
     */
    async createAndWait<Output = RunOutput>(
      request: CreateRunRequest,
      options: CreateOptions & Pick<WaitOptions, 'onPoll'> & { waitTimeoutMs?: number | undefined } = {},
    ): Promise<Run<Output>> {
      const { onPoll, waitTimeoutMs: timeoutMs, ...createOptions } = options;
      const { answer } = await create(request, 'sync', createOptions);
      if (answer.status === 200) return answer.body as Run<Output>;
      const { signal, requestId, onRetry } = options;
      const { retryAfterSeconds } = answer;
      const wait = { signal, requestId, onRetry, retryAfterSeconds, onPoll, timeoutMs };
      return waitForRun(transport, answer.body.run_id, wait);
    },

    wait<Output = RunOutput>(runId: string, options: WaitOptions = {}): Promise<Run<Output>> {
      return waitForRun(transport, runId, options);
    },

    async get<Output = RunOutput>(
      runId: string,
      options: CallOptions & { include?: ('input' | 'conversation' | 'evidence_spans' | 'confidence_basis')[] } = {},
    ): Promise<Run<Output>> {
      const { include, ...call } = options;
      const query = include === undefined ? {} : { include: include.join(',') };
      return (await transport.send<Run<Output>>(getRun(runId, query), call)).body;
    },

    /** Newest first, page after page as you go on. */
    list(filter: RunFilter = {}, options: CallOptions = {}): AsyncGenerator<RunItem, void, undefined> {
      return paginate((cursor) => runPage(transport, { ...filter, limit: 100, cursor }, options));
    },

    page(
      query: RunFilter & { limit?: number | undefined; cursor?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<RunPage> {
      return runPage(transport, { ...query }, options);
    },

    /** Many runs, bounded, resumable, each result as it comes. */
    many(
      source: Iterable<SourceItem> | AsyncIterable<SourceItem>,
      options: RunManyOptions = {},
    ): AsyncGenerator<RunManyResult, void, undefined> {
      return runMany({ transport, create: this.create }, source, options);
    },

    /** Up to 1,000 runs in one request. Lines without a key get one, so that a repeated request makes no second run. */
    async createBatch(runs: readonly BatchRequest[], options: CallOptions = {}): Promise<BatchLine[]> {
      const lines = await Promise.all(
        runs.map(async (run) => ({ ...run, idempotency_key: run.idempotency_key ?? (await randomKey()) })),
      );
      const request: ApiRequest = { method: 'POST', path: '/v1/batches', body: { runs: lines }, isRepeatable: true };
      return (await transport.send<{ data: BatchLine[] }>(request, options)).body.data;
    },

    /** Checks a request and answers with the shape of the output; runs nothing. */
    test: (request: CreateRunRequest, options: CallOptions = {}): Promise<TestedRun> =>
      bodyOf(
        transport.send<TestedRun>({ method: 'POST', path: '/v1/test', body: request, isRepeatable: true }, options),
      ),

    usage: (runId: string, options: CallOptions = {}): Promise<RunUsage> =>
      bodyOf(transport.send({ method: 'GET', path: `/v1/runs/${encodeURIComponent(runId)}/usage` }, options)),

    cancel: (runId: string, options: CallOptions = {}): Promise<Run> =>
      bodyOf(transport.send({ method: 'POST', path: `/v1/runs/${encodeURIComponent(runId)}/cancel` }, options)),

    /** Erases input, output, external id and metadata for good. */
    erase: (runId: string, options: CallOptions = {}): Promise<{ run_id: string; erased: true }> =>
      bodyOf(transport.send({ method: 'DELETE', path: `/v1/runs/${encodeURIComponent(runId)}` }, options)),

    /** Results as JSON lines or CSV, one row per brick, as a stream of bytes. */
    export: (filter: ExportFilter = {}, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/runs/export', query: { ...filter } }, options),
  };
}

async function runPage(
  transport: Transport,
  query: Record<string, string | number | undefined>,
  options: CallOptions,
): Promise<RunPage> {
  return bodyOf(transport.send<RunPage>({ method: 'GET', path: '/v1/runs', query }, options));
}

async function bodyOf<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  return (await answer).body;
}
