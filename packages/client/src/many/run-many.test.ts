/** `runs.many` against a service in memory that counts what it ran: the faults are chosen, the rules are the contract's. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../create-client.ts';
import { fileStore } from './file-store.ts';
import type { RunManyOptions, RunManyResult } from './run-many.ts';
import type { SourceItem } from './source-item.ts';

interface FakeRun {
  run_id: string;
  status: string;
  looks: number;
  external_id: string;
}

function fakeService({ looksUntilDone = 1 } = {}) {
  const byKey = new Map<string, FakeRun>();
  const waits: number[] = [];
  const state = {
    creations: 0,
    creating: 0,
    mostCreating: 0,
    polls: 0,
    polling: 0,
    mostPolling: 0,
    rateLimitedUntil: 0,
    refuse: (_id: string): number | undefined => undefined,
    /** The answer is lost after the run was stored. */
    loseAnswer: (_id: string): boolean => false,
  };
  const create = async (init: RequestInit): Promise<Response> => {
    state.creating += 1;
    state.mostCreating = Math.max(state.mostCreating, state.creating);
    await Promise.resolve();
    state.creating -= 1;
    const { external_id } = JSON.parse(String(init.body)) as { external_id: string };
    if (state.creations < state.rateLimitedUntil) {
      state.creations += 1;
      return Response.json({ error: 'rate_limited', retry_after_seconds: 2 }, { status: 429 });
    }
    const refused = state.refuse(external_id);
    if (refused !== undefined) return Response.json({ error: 'kit_input_invalid' }, { status: refused });
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const run = byKey.get(key) ?? { run_id: `run_${byKey.size + 1}`, status: 'processing', looks: 0, external_id };
    byKey.set(key, run);
    if (state.loseAnswer(external_id)) throw new TypeError('connection reset');
    return Response.json(
      { run_id: run.run_id, status: run.status, type: 'api' },
      { status: 202, headers: { 'retry-after': '1' } },
    );
  };
  const look = async (runId: string): Promise<Response> => {
    state.polls += 1;
    state.polling += 1;
    state.mostPolling = Math.max(state.mostPolling, state.polling);
    await Promise.resolve();
    state.polling -= 1;
    const run = [...byKey.values()].find(({ run_id }) => run_id === runId);
    if (run === undefined) return Response.json({ error: 'run_not_found' }, { status: 404 });
    run.looks += 1;
    if (run.looks >= looksUntilDone) run.status = 'succeeded';
    return Response.json({ run_id: runId, status: run.status, external_id: run.external_id });
  };
  const client = createClient({
    apiKey: 'x',
    baseUrl: 'http://service.example',
    fetch: (input, init = {}) =>
      init.method === 'POST' ? create(init) : look(new URL(String(input)).pathname.split('/').at(-1) ?? ''),
    maxRetries: 2,
    pause: async (ms, signal) => {
      waits.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  });
  return { client, state, waits, byKey };
}

const items = (count: number): SourceItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `call-${index}`,
    request: { kit_version_id: 'v-1', input: { transcript: `Call ${index}.` } },
  }));

async function collect(results: AsyncIterable<RunManyResult>): Promise<RunManyResult[]> {
  const all: RunManyResult[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('runs.many', () => {
  it('runs every record once, with bounded creators and polls, and reports progress', async () => {
    const { client, state, byKey } = fakeService({ looksUntilDone: 3 });
    const seen: object[] = [];
    const options: RunManyOptions = {
      concurrency: 3,
      polls: 2,
      maxOutstanding: 10,
      onProgress: (each) => seen.push(each),
    };
    const results = await collect(client.runs.many(items(40), options));
    expect(results.map(({ id }) => id).sort()).toEqual(
      items(40)
        .map(({ id }) => id)
        .sort(),
    );
    expect(results.every(({ run }) => run?.status === 'succeeded')).toBe(true);
    expect(byKey.size).toBe(40);
    expect(state.mostCreating).toBeLessThanOrEqual(3);
    expect(state.mostPolling).toBeLessThanOrEqual(2);
    expect(seen.at(-1)).toEqual({
      read: 40,
      skipped: 0,
      created: 40,
      resumed: 0,
      succeeded: 40,
      failed: 0,
      cancelled: 0,
      refused: 0,
    });
  });

  it('reads the source no further than its results are consumed', async () => {
    const { client } = fakeService();
    let read = 0;
    async function* source() {
      for (const item of items(1_000)) {
        read += 1;
        yield item;
      }
    }
    const results = client.runs.many(source(), { concurrency: 2, maxOutstanding: 5 });
    await results.next();
    await results.next();
    expect(read).toBeLessThanOrEqual(7);
    await results.return();
    expect(read).toBeLessThan(20);
  });

  it('pauses all creators when one is told to slow down', async () => {
    const { client, state, waits, byKey } = fakeService();
    state.rateLimitedUntil = 6;
    const held: number[] = [];
    const results = await collect(
      client.runs.many(items(10), { concurrency: 2, onRateLimited: (ms) => held.push(ms) }),
    );
    expect(results).toHaveLength(10);
    expect(byKey.size).toBe(10);
    expect(held.length).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(2_000);
  });

  it('returns refusals as results and continues', async () => {
    const { client, state } = fakeService();
    state.refuse = (id) => (id === 'call-2' ? 422 : undefined);
    const results = await collect(client.runs.many(items(5)));
    expect(results.filter(({ error }) => error !== undefined)).toEqual([
      { id: 'call-2', error: expect.objectContaining({ code: 'kit_input_invalid', status: 422 }) },
    ]);
    expect(results.filter(({ run }) => run !== undefined)).toHaveLength(4);
  });

  it('ends the batch on an error that would affect every record', async () => {
    const { client, state } = fakeService();
    state.refuse = () => 401;
    await expect(collect(client.runs.many(items(5)))).rejects.toMatchObject({ status: 401 });
    async function* broken(): AsyncGenerator<SourceItem> {
      yield* items(2);
      throw new Error('the source broke');
    }
    state.refuse = () => undefined;
    await expect(collect(client.runs.many(broken()))).rejects.toThrow('the source broke');
  });

  it('ends with the reason of its signal', async () => {
    const { client } = fakeService({ looksUntilDone: Number.POSITIVE_INFINITY });
    const stop = new AbortController();
    const done = collect(client.runs.many(items(3), { signal: stop.signal }));
    stop.abort(new Error('Ctrl-C'));
    await expect(done).rejects.toThrow('Ctrl-C');
  });

  it('fetches a run at once when a webhook reports its end', async () => {
    const { client, waits, state } = fakeService({ looksUntilDone: 1 });
    async function* intake() {
      for (let index = 1; index <= 3; index += 1) yield `run_${index}`;
      await new Promise(() => undefined);
    }
    const results = await collect(client.runs.many(items(3), { intake: intake(), concurrency: 1 }));
    expect(results).toHaveLength(3);
    expect(state.polls).toBe(3);
    expect(waits.filter((ms) => ms < 60_000)).toEqual([]);
  });
});

describe('runs.many with a file', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'brickwork-many-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('resumes after a crash at any point, and no record runs twice', async () => {
    const { client, state, byKey } = fakeService({ looksUntilDone: 2 });
    const path = join(directory, 'state.jsonl');
    const finished = new Set<string>();
    let lost = 0;
    state.loseAnswer = () => {
      lost += 1;
      return lost % 7 === 0;
    };
    for (let crash = 0; finished.size < 30; crash += 1) {
      expect(crash).toBeLessThan(60);
      const store = await fileStore(path);
      const skip = (id: string) => finished.has(id);
      try {
        let left = 1 + (crash % 4);
        for await (const { id, run } of client.runs.many(items(30), { store, skip, concurrency: 4 })) {
          expect(run?.status).toBe('succeeded');
          finished.add(id);
          left -= 1;
          if (left === 0) break; // What the process held in memory is gone; the file stays.
        }
      } finally {
        await store.close();
      }
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.slice(0, text.length - 5)); // The last line was torn.
    }
    expect(byKey.size).toBe(30);
    expect([...byKey.values()].map(({ external_id }) => external_id).sort()).toEqual(
      items(30)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('runs a record again when its input has changed', async () => {
    const { client, byKey } = fakeService();
    const store = await fileStore(join(directory, 'state.jsonl'));
    await collect(client.runs.many(items(1), { store }));
    await collect(client.runs.many(items(1), { store }));
    expect(byKey.size).toBe(1);
    const changed = [{ id: 'call-0', request: { kit_version_id: 'v-1', input: { transcript: 'Changed.' } } }];
    await collect(client.runs.many(changed, { store }));
    await store.close();
    expect(byKey.size).toBe(2);
  });
});
