/** A sync request, one at a time: what the service adds to the engine's own time; both without the reading model. */
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { readExampleKit } from '@brickwork/server/main/read-example-kit';
import { conversationOf } from './support/conversations.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { milliseconds, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const TIMES = 150;
const WARM_UP = 50;

export async function sync(site: Site): Promise<Result> {
  const document = readExampleKit('support-qa');
  const kit = requireKit(document);
  const db = await site.database('sync');
  const kitCode = await db.publish(document);
  const node = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_READER: '0' } });
  const pool = new EvaluationPool({ threads: 1 });
  pool.start();
  const connection = await RawConnection.open(node.port);
  const alone: number[] = [];
  const served: number[] = [];
  for (let index = 0; index < TIMES + WARM_UP; index += 1) {
    const input = { transcript: conversationOf(index) };
    const startedAt = performance.now();
    await evaluateKit({ local: (task, options) => pool.answer(task, options) }, { kit, input });
    const evaluatedAt = performance.now();
    const body = { kit_code: kitCode, mode: 'sync', input };
    const { status } = await connection.send(rawRequest({ method: 'POST', path: '/v1/runs', key: db.key, body }));
    if (status !== 200) throw new Error(`a sync run answered ${status}`);
    if (index < WARM_UP) continue;
    alone.push(evaluatedAt - startedAt);
    served.push(performance.now() - evaluatedAt);
  }
  connection.close();
  await pool.stop();
  await node.stop();
  await db.drop();
  const engine = spreadOf(alone);
  const whole = spreadOf(served);
  return {
    name: 'sync',
    title: 'Sync: one request at a time, support-qa over 5 KB, without the reading model',
    lines: [
      { what: 'the engine alone, p50 / p99', value: `${milliseconds(engine.p50)} / ${milliseconds(engine.p99)}` },
      { what: 'the whole request, p50 / p99', value: `${milliseconds(whole.p50)} / ${milliseconds(whole.p99)}` },
      { what: 'added by the service, p50', value: milliseconds(whole.p50 - engine.p50) },
    ],
  };
}
