/**
 * Stops at random moments under load: conversations are read, people sign in, answers are masked and contrasts run. Each stop must end with exit
 * code 0, leave no core and no owner of the data directory, and the next start goes on with what was left.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { conversationOf } from './support/conversations.ts';
import { atMost, type Result } from './support/result.ts';
import { type SeededRandom, seededRandom } from './support/seeded-random.ts';
import { type ServiceNode, startServiceNode } from './support/service-node.ts';

const STOPS = 10;
const LATEST_MS = 6_000;
const RUNS_PER_START = 4;
const LONG_BYTES = 40_000;
const HUGE_BYTES = 900_000;
const END_LIMIT_MS = 120_000;

const QUESTIONS = {
  kit: 'stops_questions',
  bricks: Array.from({ length: 12 }, (_, at) => ({
    key: `question_${at}`,
    type: 'boolean',
    question: `Did the agent offer to call back within ${at + 1} days?`,
  })),
};
const SHAPE = { kit: 'stops_shape', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] };

interface Workplace {
  dataDir: string;
  key: string;
  kit: string;
  hugeRun: string;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

export async function stops(count = STOPS): Promise<Result> {
  const random = seededRandom(process.pid); // Several at once stop at different moments.
  const dataDir = mkdtempSync(join(tmpdir(), 'brickwork-stops-'));
  const logFile = join(dataDir, 'node.log');
  const place = await prepare(dataDir, logFile);
  const ends: string[] = [];
  let owners = 0;
  for (let at = 0; at < count; at += 1) {
    const end = await stopOnce(place, logFile, random);
    ends.push(end);
    console.error(`stop ${at + 1} of ${count}: ${end}`);
    if (existsSync(join(dataDir, 'owner.json'))) owners += 1;
  }
  const cores = readdirSync(dataDir).filter((name) => /^core(?:\.\d+)?$/.test(name)).length;
  const deaths = readFileSync(logFile, 'utf8').split('a process of the reader died').length - 1;
  const failed = ends.filter((end) => end !== 'exit 0');
  if (failed.length === 0) rmSync(dataDir, { recursive: true });
  else console.error(`The log is kept: ${logFile}`);
  const whole = (value: number) => String(value);
  return {
    name: 'stops',
    title: `Stops: ${count} at random moments under load (reader, sign-ins, masking, contrasts)`,
    lines: [
      atMost(`stops that did not end with exit code 0${listed(failed)}`, failed.length, 0, whole),
      atMost('cores', cores, 0, whole),
      atMost('data directories that still had an owner', owners, 0, whole),
      atMost('reader processes that died', deaths, 0, whole),
    ],
  };
}

function listed(failed: readonly string[]): string {
  return failed.length === 0 ? '' : ` (${[...new Set(failed)].join(', ')})`;
}

const startOn = (dataDir: string, logFile: string) =>
  startServiceNode({
    logFile,
    workingDirectory: dataDir,
    environment: { BRICKWORK_DATA_DIR: dataDir, BRICKWORK_TRUST_PROXY: '1', BRICKWORK_READER: '1' },
  });

async function prepare(dataDir: string, logFile: string): Promise<Workplace> {
  const node = await startOn(dataDir, logFile);
  const { live: key } = JSON.parse(readFileSync(join(dataDir, 'first-keys.json'), 'utf8')) as { live: string };
  const call = caller(node, key);
  const publish = async (kit: unknown) => String((await call('POST', '/v1/kits?publish=true', kit)).kit_code);
  const [kit, shape] = [await publish(QUESTIONS), await publish(SHAPE)];
  const run = (bytes: number, at: number) =>
    call('POST', '/v1/runs', { kit_code: shape, mode: 'sync', input: { transcript: conversationOf(at, bytes) } });
  const { run_id: hugeRun } = await run(HUGE_BYTES, 0);
  if (kit === 'undefined' || hugeRun === undefined) throw new Error('the node did not take what the load needs');
  for (let at = 1; at <= 40; at += 1) await run(5_000, at); // What contrasts compare.
  await node.stop();
  return { dataDir, key, kit, hugeRun: String(hugeRun) };
}

/** How the process ended. */
async function stopOnce(place: Workplace, logFile: string, random: SeededRandom): Promise<string> {
  const node = await startOn(place.dataDir, logFile);
  const over = new AbortController();
  const load = underLoad(place, caller(node, place.key, over.signal), random);
  await sleep(random.between(0, LATEST_MS));
  node.child.kill('SIGTERM');
  const late = setTimeout(() => node.child.kill('SIGKILL'), END_LIMIT_MS);
  const code = await node.ended;
  clearTimeout(late);
  over.abort();
  await load;
  return code === null ? String(node.child.signalCode) : `exit ${code}`;
}

/** Until the service is gone. */
function underLoad({ kit, hugeRun }: Workplace, call: Call, random: SeededRandom): Promise<unknown> {
  const again = async (work: () => Promise<unknown>) => {
    for (;;) {
      try {
        await work();
      } catch {
        return;
      }
    }
  };
  let left = RUNS_PER_START;
  const read = async () => {
    if (left <= 0) throw new Error('enough');
    left -= 1;
    const transcript = conversationOf(random.between(0, 1_000), LONG_BYTES);
    await call('POST', '/v1/runs', { kit_code: kit, input: { transcript } });
  };
  const signIn = () =>
    call('POST', '/console/session', {
      ...{ workspace: 'default', email: `p${random.between(0, 1e9)}@example.com`, password: 'wrong', code: '000000' },
    });
  const mask = () => call('GET', `/v1/runs/${hugeRun}?mask=1&include=input,conversation`);
  const contrast = () => call('POST', '/v1/contrasts', { filter: { status: 'succeeded' }, side: 'all' });
  return Promise.all([read, signIn, signIn, mask, mask, contrast].map(again));
}

/** Throws when nobody answers; any answer will do. */
function caller(node: ServiceNode, key: string, signal?: AbortSignal): Call {
  let calls = 0;
  return async (method, path, body) => {
    calls += 1;
    const response = await fetch(`${node.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-forwarded-for': `10.0.${(calls >> 8) % 256}.${calls % 256}`, // Nobody is refused for failing too often.
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) await sleep(50);
    return answer;
  };
}
