/** Accept → evaluate → terminal, against what the local engine alone does in this process on the same cores. */
import { evaluateKit } from '@brickwork/server/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/server/evaluation/evaluation-pool';
import { requireKit } from '@brickwork/server/kits/push-kit';
import { readExampleKit } from '@brickwork/server/main/example-kits';
import { conversationOf } from './support/conversations.ts';
import { drive } from './support/drive.ts';
import { rawRequest } from './support/raw-connection.ts';
import { atLeast, perSecond, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { median } from './support/spread.ts';

const ROUNDS = 3;
const RUNS = 300;
const AT_ONCE = 32;

export async function endToEnd(site: Site): Promise<Result> {
  const document = readExampleKit('support-qa');
  const db = await site.database('end_to_end');
  const kitCode = await db.publish(document);
  const node = await startServiceNode({ databaseUrl: db.url });
  const pool = new EvaluationPool();
  await pool.start();
  const engineAlone = () => evaluateMany(pool, document);
  const service = () => runMany(db, node.port, kitCode, RUNS);
  await engineAlone();
  await service();

  const engine: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    engine.push(await engineAlone());
    whole.push(await service());
  }
  await pool.stop();
  await node.stop();
  await db.drop();
  return {
    name: 'end-to-end',
    title: `End to end: accept → evaluate (local engine, support-qa, 5 KB) → terminal, ${RUNS} runs`,
    lines: [
      { what: `the engine alone, in process, ${pool.threads} threads`, value: perSecond(median(engine)) },
      { what: 'the service, accept to terminal', value: perSecond(median(whole)) },
      atLeast('service ÷ engine alone', median(whole) / median(engine), 0.6),
    ],
  };
}

async function evaluateMany(pool: EvaluationPool, document: unknown): Promise<number> {
  const kit = requireKit(document);
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < RUNS) {
        const input = { transcript: conversationOf(next++) };
        await evaluateKit({ here: (task, options) => pool.answer(task, options) }, { kit, input });
      }
    }),
  );
  return RUNS / ((performance.now() - startedAt) / 1_000);
}

/** Runs per second from the first request to the last terminal state. */
export async function runMany(
  { database, key }: Pick<SiteDatabase, 'database' | 'key'>,
  ports: number | readonly number[],
  kitCode: string,
  runs: number,
): Promise<number> {
  const ended = async () =>
    (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM run_results')).rows[0]?.count ?? 0;
  const before = await ended();
  const startedAt = performance.now();
  await drive({
    ...{ ports: typeof ports === 'number' ? [ports] : ports, connections: AT_ONCE, count: runs, expectStatus: 202 },
    request: (index) =>
      rawRequest({
        ...{ method: 'POST', path: '/v1/runs', key },
        body: { kit_code: kitCode, input: { transcript: conversationOf(index) } },
      }),
  });
  while ((await ended()) - before < runs) await new Promise((resolve) => setTimeout(resolve, 20));
  return runs / ((performance.now() - startedAt) / 1_000);
}
