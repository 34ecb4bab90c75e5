/**
 * What was answered with 2xx survives kill -9 of the whole service at any moment, and nothing is made twice. What takes long (an
 * evaluation, a backfill, a shadow) goes on where it was, after a plain restart too.
 */
import { createClient, type GoldenLine } from '@brickwork/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { preparedDirectory } from './support/prepared-directory.ts';
import { removeDirectory, type ServiceProcess, startBrickwork } from './support/run-brickwork.ts';

// Without the reader: every kill would load the model again, and what is tested here is what survives.
const ENVIRONMENT = {
  BRICKWORK_LEASE_MS: '1500',
  BRICKWORK_THREADS: '1',
  BRICKWORK_READER: '0',
  LOG_LEVEL: 'error',
};
/** Long enough that much is still under way when the service is killed. */
const transcript = (call: string): string =>
  Array.from(
    { length: 120 },
    (_, turn) => `${turn % 2 === 0 ? 'Agent' : 'Customer'}: sentence ${turn} of ${call} about a lost card.`,
  ).join('\n');

interface Answer {
  status: number;
  body: {
    run_id: string;
    status: string;
    kit_code?: string;
    data: { kit_code: string; run_id: string; status: string; external_id: string }[];
  };
}

let dataDir: string;
let service: ServiceProcess;
let key: string;
beforeAll(async () => {
  dataDir = preparedDirectory();
  service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
  key = service.liveKey ?? '';
});
afterAll(async () => {
  service?.signal('SIGKILL');
  await service?.ended;
  removeDirectory(dataDir);
});

async function restart(signal: NodeJS.Signals): Promise<void> {
  service.signal(signal);
  await service.ended;
  service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
}

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

describe('kill -9 under load', () => {
  const client = () => createClient({ baseUrl: service.url, apiKey: key });
  const pushes = Array.from({ length: 60 }, (_, index) => `pushed-${index}`);
  const calls = Array.from({ length: 80 }, (_, index) => `call-${index}`);
  const pushed = new Set<string>();
  /** The run of each call that was accepted. */
  const accepted = new Map<string, string>();
  const waiting = async () => client().intakes.deliveries('pushed', { outcome: 'received', limit: 1 });
  const read = async () => client().intakes.deliveries('pushed', { outcome: 'accepted', limit: 1 });

  it('strikes between requests, commits and answers', async () => {
    const kit = (await call('GET', '/v1/kits')).body.data[0]?.kit_code ?? '';
    const intake = {
      auth: { type: 'token' as const },
      map: { input: '{ "transcript": text }', external_id: 'id' },
      kits: [{ kit }],
    };
    // On a machine that stands still its expressions may take too long.
    const { path, secret } = await vi.waitFor(() => client().intakes.put('pushed', intake), {
      timeout: 60_000,
      interval: 500,
    });
    const push = async (name: string): Promise<void> => {
      const body = { id: name, text: transcript(name) };
      const { status } = await call('POST', path, body, { authorization: `Bearer ${secret}` });
      expect(status).toBe(202);
      pushed.add(name);
    };
    const send = async (name: string): Promise<void> => {
      const { status, body } = await call(
        'POST',
        '/v1/runs',
        { kit_code: kit, input: { transcript: transcript('a call') }, external_id: name },
        { 'idempotency-key': name },
      );
      expect(status).toBe(202);
      const known = accepted.get(name);
      if (known !== undefined) expect(body.run_id).toBe(known);
      accepted.set(name, body.run_id);
    };
    /** The last time while everything that was pushed is read again. */
    const strike = async (isLast: boolean) => {
      const all = { since: '2026-01-01T00:00:00Z', outcomes: ['accepted' as const, 'replayed' as const] };
      if (isLast) await client().intakes.replay('pushed', all);
      service.signal('SIGKILL');
    };
    // The service dies after a 202 and before its run, or between two of several steps in between.
    for (const stopAfter of [20, 55, 100]) {
      if (stopAfter === 100) await expect.poll(read, { timeout: 120_000 }).toHaveLength(1);
      const work = [
        { queue: pushes.filter((name) => !pushed.has(name)), act: push, senders: 8 },
        { queue: calls.filter((name) => !accepted.has(name)), act: send, senders: 12 },
      ];
      let struck: Promise<void> | undefined;
      const all = work.flatMap(({ queue, act, senders }) =>
        Array.from({ length: senders }, async () => {
          for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
            await act(name);
            if (pushed.size + accepted.size >= stopAfter) struck ??= strike(stopAfter === 100);
          }
        }),
      );
      await Promise.allSettled(all);
      await struck;
      await restart('SIGKILL'); // Also where the senders gave up before enough was accepted.
    }
    for (const name of pushes) if (!pushed.has(name)) await push(name);
    for (const name of calls) await send(name); // Also those that were accepted: they are the same runs.
  }, 300_000);

  it('loses nothing that was pushed to an intake, and makes nothing of it twice', async () => {
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toEqual([]);
    expect(await client().intakes.deliveries('pushed', { outcome: 'failed' })).toEqual([]);
    const made: (string | undefined)[] = [];
    for await (const run of client().runs.list({ 'metadata.intake': 'pushed' })) made.push(run.external_id);
    expect(made.sort()).toEqual([...pushes].sort());
  }, 300_000);

  it('loses nothing that was accepted, makes nothing twice, and finishes everything', async () => {
    const ours = new Set(calls);
    const seen = new Map<string, string>();
    await expect
      .poll(
        async () => {
          let cursor = '';
          const open: string[] = [];
          for (;;) {
            const { body } = await call('GET', `/v1/runs?limit=100${cursor}`);
            // What was pushed made runs, too.
            for (const { run_id, status, external_id } of body.data) {
              if (status !== 'succeeded') open.push(run_id);
              if (!ours.has(external_id)) continue;
              if (seen.has(run_id) && seen.get(run_id) === 'succeeded') expect(status).toBe('succeeded');
              seen.set(run_id, status);
            }
            const next = (body as { next_cursor?: string }).next_cursor;
            if (next === undefined) return open.length;
            cursor = `&cursor=${next}`;
          }
        },
        { timeout: 240_000, interval: 300 },
      )
      .toBe(0);
    expect(new Set(seen.keys())).toEqual(new Set(accepted.values()));
    expect(seen.size).toBe(calls.length);
  }, 600_000);
});

/** Each kind of work has a kit of its own, so that none is part of another's. */
const kitOf = (kit: string) => ({
  kit,
  bricks: [{ key: 'refund', type: 'boolean', question: 'Does the customer ask for a refund?' }],
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `call-${index}`);

describe('kill -9 and a plain restart in the middle of long work', () => {
  const LINES = 40;
  const RUNS = 40;
  const FOLLOWED = 30;
  const client = () => createClient({ apiKey: key, baseUrl: service.url });
  const accept = (kit_code: string, count: number): Promise<string[]> =>
    Promise.all(
      numbered(count).map(
        async (name) => (await client().runs.create({ kit_code, input: { transcript: transcript(name) } })).run_id,
      ),
    );
  /** The runs that were asked again. */
  const sourcesOf = async (backfill_id: string) => {
    const sources: (string | undefined)[] = [];
    for await (const run of client().runs.list({ backfill_id })) sources.push(run.rescored_from);
    return sources.sort();
  };
  let sources: string[];
  let followed: string[];
  let evaluationId: string;
  let backfillId: string;
  let shadowId: string;
  let shadowed: string;

  it('keeps all that is done', async () => {
    const again = (await client().kits.push(kitOf('crash_backfill'), { publish: true })).kit_code;
    sources = await accept(again, RUNS);
    for (const runId of sources) await client().runs.wait(runId);

    await client().kits.push(kitOf('crash_evaluation'), { publish: true });
    const lines = numbered(LINES).map(
      (name): GoldenLine => ({
        external_id: name,
        input: { transcript: transcript(name) },
        expected: { refund: false },
      }),
    );
    await client().goldenSets.put('crash_evaluation', 'calls', { lines });
    shadowed = (await client().kits.push(kitOf('crash_shadow'), { publish: true })).kit_code;
    const second = await client().kits.push({ ...kitOf('crash_shadow'), name: 'Second' });
    shadowId = (await client().shadows.put(shadowed, { kit_version_id: second.kit_version_id, share: 1 })).backfill_id;

    evaluationId = (await client().evaluations.start('crash_evaluation', { set: 'calls' })).evaluation_id;
    const { kit_version_id } = await client().kits.push({ ...kitOf('crash_backfill'), name: 'Second' });
    backfillId = (await client().backfills.start({ kit_version_id, max_credits: 0 })).backfill_id;
    followed = await accept(shadowed, FOLLOWED);
    const done = async () =>
      Promise.all([
        client().evaluations.get(evaluationId),
        client().backfills.get(backfillId),
        client().shadows.get(shadowed),
      ]).then((all) => all.map((each) => each.done));
    const totals = [LINES, RUNS, FOLLOWED];
    let known = [0, 0, 0];
    /** A slow machine may see one of them only when it has ended. */
    const isFurther = (counts: number[]) =>
      counts.every((count, index) => count > (known[index] ?? 0) || count === totals[index]);
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await expect.poll(done, { timeout: 60_000, interval: 100 }).toSatisfy(isFurther);
      known = await done();
      expect(known).not.toEqual(totals); // Otherwise nothing was under way.
      await restart(signal);
      for (const [index, count] of (await done()).entries()) expect(count).toBeGreaterThanOrEqual(known[index] ?? 0);
    }
  }, 300_000);

  it('finishes the evaluation', async () => {
    const ended = await client().evaluations.wait(evaluationId);
    expect(ended).toMatchObject({ status: 'succeeded', done: LINES, report: { bricks: [{ n: LINES }], failed: [] } });
  });

  it('goes on with what is missing of the backfill, and asks nothing twice', async () => {
    const ended = await client().backfills.wait(backfillId);
    expect(ended).toMatchObject({ status: 'succeeded', total: RUNS, done: RUNS, succeeded: RUNS });
    expect(await sourcesOf(backfillId)).toEqual(sources.sort());
    expect(await client().backfills.compare(backfillId)).toMatchObject({ n: RUNS, bricks: [{ changed: 0 }] });
  });

  it('answers each run that the shadow follows once: those that had ended, and those that end afterwards', async () => {
    const done = async () => (await client().shadows.get(shadowed)).done;
    await expect.poll(done, { timeout: 60_000 }).toBe(FOLLOWED);
    expect(await sourcesOf(shadowId)).toEqual(followed.sort());
    expect(await client().backfills.compare(shadowId)).toMatchObject({ n: FOLLOWED });
  });
});
