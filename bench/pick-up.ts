/**
 * How soon a run is picked up on an idle service: from the moment the request arrived (so the commit is included) to the claim,
 * both as the database recorded them. Then whether one workspace's long runs hold up another's short one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@brickwork/server/core/logger';
import { composeService } from '@brickwork/server/main/compose';
import { readConfig } from '@brickwork/server/main/config';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { atMost, milliseconds, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const RUNS = 200;
const LONG_RUNS = 80;
const LONG_MS = 3_000;

export async function pickUp(site: Site): Promise<Result> {
  const db = await site.database('pick_up');
  const kitCode = await db.publish(SMALL_KIT);
  const same = await startServiceNode({ databaseUrl: db.url });
  const here = await waitsOf(db, same.port, kitCode);
  await same.stop();
  const api = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_ROLE: 'api' } });
  const worker = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_ROLE: 'worker' } });
  const across = await waitsOf(db, api.port, kitCode);
  await api.stop();
  await worker.stop();
  await db.drop();
  const fair = await besideLongRuns(site);
  return {
    name: 'pick-up',
    title: 'Pick-up: arrival → claim on an idle service, the commit included',
    lines: [
      atMost('one node, p50', here.p50, 5, milliseconds),
      { what: 'one node, p99', value: milliseconds(here.p99) },
      atMost('API node → worker node, p50', across.p50, 5, milliseconds),
      { what: 'API node → worker node, p99', value: milliseconds(across.p99) },
      { what: 'a 5 ms run on an idle service, p50', value: milliseconds(fair.idle) },
      { what: `the same behind ${LONG_RUNS} runs of 3 s of another workspace, p50`, value: milliseconds(fair.behind) },
      atMost('behind ÷ idle', fair.behind / fair.idle, 2),
    ],
  };
}

async function waitsOf(db: SiteDatabase, port: number, kitCode: string) {
  const connection = await RawConnection.open(port);
  const ids: string[] = [];
  for (let index = 0; index < RUNS + 20; index += 1) {
    const body = { kit_code: kitCode, input: { transcript: conversationOf(index) } };
    const answer = await connection.send(rawRequest({ method: 'POST', path: '/v1/runs', key: db.key, body }));
    const { run_id: runId } = JSON.parse(answer.body) as { run_id: string };
    if (index >= 20) ids.push(runId);
    await sleep(25);
  }
  connection.close();
  await sleep(500);
  const { rows } = await db.database.query<{ wait: number }>(
    `SELECT extract(epoch FROM e.started_at - r.created_at)::float * 1000 AS wait
     FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     ORDER BY r.id DESC LIMIT ${RUNS}`,
  );
  return spreadOf(rows.map(({ wait }) => wait));
}

/** Evaluations of a known length, in a service inside this process; everything else is as shipped. */
async function besideLongRuns(site: Site): Promise<{ idle: number; behind: number }> {
  const db = await site.database('fairness', 'team');
  const kitCode = await db.publish(SMALL_KIT);
  const other = await db.newWorkspace('neighbour', 'team');
  const storage = {
    database: db.database,
    secrets: [Buffer.alloc(32, 1)] as const,
    place: '',
    isEmbedded: false,
    close: async () => {},
  };
  const service = await composeService(
    readConfig({ LOG_LEVEL: 'silent', BRICKWORK_READER: '0' }),
    storage,
    silentLogger,
    {
      evaluate: async (work) => {
        await sleep((JSON.parse(work.input) as { ms: number }).ms);
        const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: {} };
        return { output, warnings: [], usage: NO_USAGE };
      },
    },
  );
  await service.background.start();
  const url = await service.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const create = (key: string, code: string, ms: number, mode: string) =>
    fetch(`${url}/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kit_code: code, mode, input: { transcript: 'Agent: hello', ms } }),
    });
  const otherCode = await other.publish(SMALL_KIT);
  const shortRuns = async (): Promise<number> => {
    const times: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      const startedAt = performance.now();
      await (await create(other.key, otherCode, 5, 'sync')).arrayBuffer();
      times.push(performance.now() - startedAt);
    }
    return spreadOf(times).p50;
  };
  await shortRuns();
  const idle = await shortRuns();
  await Promise.all(
    Array.from({ length: LONG_RUNS }, async () => (await create(db.key, kitCode, LONG_MS, 'async')).arrayBuffer()),
  );
  await sleep(100);
  const behind = await shortRuns();
  service.drain();
  service.app.fastify.server.closeAllConnections();
  await service.app.fastify.close();
  await service.background.stop();
  await db.drop();
  return { idle, behind };
}
