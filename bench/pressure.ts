/**
 * Rising load on one node until it sheds, while webhooks go to a receiver that is gone and runs are erased: whether refusals
 * begin before answers take long and say when to come back, and how memory develops; retention deletes old runs meanwhile. `--minutes=20` for the whole of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeId } from '@brickwork/server/core/ids';
import { KIT } from './growth/growth.ts';
import { makeHistory, SECONDS_APART } from './growth/history.ts';
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { atMost, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';

const CALLERS = [4, 8, 16, 32, 64, 128, 256];
/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:9/hooks';
const ENVIRONMENT = {
  BRICKWORK_READER: '0',
  BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
  BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
  BRICKWORK_WEBHOOK_PORTS: '9',
  BRICKWORK_HOUSEKEEPING_MS: '1000',
  LOG_LEVEL: 'error',
};

/** Older than the day for which runs are kept. */
const OLD_RUNS = 10_000;
const RUNS_OF_A_DAY = 86_400 / SECONDS_APART;

interface Step {
  callers: number;
  accepted: number;
  refused: number;
  withoutRetryAfter: number;
  failed: number;
  ms: number[];
}

export async function pressure(site: Site, minutes = 2): Promise<Result> {
  const db = await site.database('pressure');
  const kitCode = await db.publish(SMALL_KIT);
  await makeHistory(db, await db.publish(KIT), RUNS_OF_A_DAY, RUNS_OF_A_DAY + OLD_RUNS);
  const node = await startServiceNode({ databaseUrl: db.url, environment: ENVIRONMENT });
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${node.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${db.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
  const hook = await send('POST', '/v1/webhooks', { url: DEAD });
  if (hook.status !== 201) throw new Error(`the webhook was refused: ${hook.status} ${await hook.text()}`);
  await db.database.query('UPDATE workspaces SET keep_run_days = 1 WHERE id = $1', [decodeId('ws', db.workspaceId)]);
  const memory = watchMemory(node.url, () => node.rssMegabytes() ?? Number.NaN);
  const accepted: string[] = [];
  const erased = eraseNowAndThen(send, accepted);
  const steps: Step[] = [];
  for (const callers of CALLERS) {
    const step: Step = { callers, accepted: 0, refused: 0, withoutRetryAfter: 0, failed: 0, ms: [] };
    const until = performance.now() + (minutes * 60_000) / CALLERS.length;
    const call = async () => {
      while (performance.now() < until) await createOne(send, kitCode, step, accepted);
    };
    await Promise.all(Array.from({ length: callers }, call));
    steps.push(step);
  }
  const erasures = await erased.stop();
  const samples = memory.stop();
  const left = await leftIn(db);
  await node.stop();
  await db.drop();
  return resultOf(steps, samples, { erasures, minutes, ...left });
}

async function leftIn({ database }: SiteDatabase): Promise<{ undelivered: number; old: number }> {
  const { rows } = await database.query<{ undelivered: number; old: number }>(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE status NOT IN ('succeeded', 'dead')) AS undelivered,
       (SELECT count(*)::int FROM runs WHERE created_at < now() - interval '1 day') AS old`,
  );
  return rows[0] ?? { undelivered: Number.NaN, old: Number.NaN };
}

type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

async function createOne(send: Send, kitCode: string, step: Step, accepted: string[]): Promise<void> {
  const startedAt = performance.now();
  try {
    const answer = await send('POST', '/v1/runs', {
      kit_code: kitCode,
      input: { transcript: conversationOf(step.ms.length) },
    });
    const body = (await answer.json()) as { run_id?: string };
    step.ms.push(performance.now() - startedAt);
    if (answer.status === 202 && body.run_id !== undefined) {
      step.accepted += 1;
      accepted.push(body.run_id);
      return;
    }
    if (answer.status !== 429 && answer.status !== 503) step.failed += 1;
    else {
      step.refused += 1;
      const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (Number.isNaN(retryAfter)) step.withoutRetryAfter += 1;
      await sleep(1_000); // Sooner than asked: the pressure stays.
    }
  } catch {
    step.failed += 1;
  }
}

function eraseNowAndThen(send: Send, accepted: readonly string[]) {
  let isOver = false;
  let done = 0;
  const running = (async () => {
    for (let at = 0; !isOver; await sleep(500)) {
      const runIds = accepted.slice(at, at + 50);
      if (runIds.length === 0) continue;
      const answer = await send('POST', '/v1/erasures', { run_ids: runIds }).catch(() => undefined);
      if (answer === undefined || answer.status >= 300) continue;
      at += runIds.length;
      done += runIds.length;
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      return done;
    },
  };
}

interface Sample {
  rss: number;
  heap: number;
}

function watchMemory(url: string, rss: () => number) {
  const samples: Sample[] = [];
  const timer = setInterval(async () => {
    const text = await fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    const [, bytes] = /^nodejs_heap_size_used_bytes ([\d.e+]+)$/m.exec(text) ?? [];
    if (bytes !== undefined) samples.push({ rss: rss(), heap: Number(bytes) / 1024 ** 2 });
  }, 2_000);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** What callers of `POST /v1/runs` may wait. */
const SOON_MS = 1_000;

const BARS = '▁▂▃▄▅▆▇█';
/** From 0 to the largest, in at most sixty signs. */
function plot(values: readonly number[]): string {
  const size = Math.max(1, Math.ceil(values.length / 60));
  const most = Math.max(...values);
  const parts = Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    Math.max(...values.slice(at * size, (at + 1) * size)),
  );
  return `${parts.map((value) => BARS[Math.min(7, Math.floor((value / most) * 8))]).join('')} at most ${Math.round(most)} MB`;
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

function resultOf(
  steps: readonly Step[],
  samples: readonly Sample[],
  { erasures, undelivered, old, minutes }: { erasures: number; undelivered: number; old: number; minutes: number },
): Result {
  const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0);
  const part = (from: number, to: number) =>
    Math.max(
      ...samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)).map(({ heap }) => heap),
    );
  const heaviest = Math.max(...steps.filter(({ refused }) => refused === 0).map(({ ms }) => p99(ms)));
  const whole = (value: number) => value.toLocaleString('en');
  const show = (value: number) => `${Math.round(value)} ms`;
  return {
    name: 'pressure',
    title: `Rising load on one node for ${minutes} minutes, its webhooks to nobody`,
    lines: [
      ...steps.map(({ callers, accepted, refused, ms }) => ({
        what: `${callers} callers`,
        value: `${whole(accepted)} accepted, ${whole(refused)} refused, p99 ${show(p99(ms))}`,
      })),
      // A load that takes longer than this must be refused in part.
      atMost('p99 of the heaviest load that is not shed', heaviest, SOON_MS, show),
      sum(({ refused }) => refused) === 0
        ? { what: 'refused without Retry-After', value: 'not seen: nothing was refused' }
        : atMost(
            'refused without Retry-After',
            sum(({ withoutRetryAfter }) => withoutRetryAfter),
            0,
            whole,
          ),
      atMost(
        'neither accepted nor refused',
        sum(({ failed }) => failed),
        0,
        whole,
      ),
      { what: 'erased meanwhile', value: whole(erasures) },
      atMost(`of ${whole(OLD_RUNS)} runs older than retention, left`, old, 0, whole),
      { what: 'deliveries that wait for the receiver', value: whole(undelivered) },
      { what: 'resident memory', value: plot(samples.map(({ rss }) => rss)) },
      { what: 'heap', value: plot(samples.map(({ heap }) => heap)) },
      atMost('heap, the last fifth ÷ the second fifth', part(0.8, 1) / part(0.2, 0.4), 1.5),
    ],
  };
}
