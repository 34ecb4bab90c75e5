/**
 * Accepting runs, against the floor that PostgreSQL itself sets: single-row prepared INSERTs of the same row, into a table with
 * the same columns, storage and indexes, on the same server with the same durability. Rounds alternate, medians are compared.
 */

import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { type Driven, drive } from './support/drive.ts';
import { pgbenchInserts } from './support/insert-loop.ts';
import { rawRequest } from './support/raw-connection.ts';
import { atLeast, milliseconds, perSecond, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';
import { median } from './support/spread.ts';

const CONNECTIONS = 64;
const CLIENTS = 16;
const ROUNDS = 3;
const SECONDS = 4;

export async function accept(site: Site): Promise<Result> {
  const db = await site.database('accept');
  const kitCode = await db.publish(SMALL_KIT);
  const profile = process.env.BENCH_PROFILE;
  const node = await startServiceNode({
    databaseUrl: db.url,
    environment: { BRICKWORK_ROLE: 'api' },
    nodeArguments: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  });
  const body = { kit_code: kitCode, input: { transcript: conversationOf(1) } };
  const plain = rawRequest({ method: 'POST', path: '/v1/runs', key: db.key, body });
  const keyed = (index: number) =>
    rawRequest({
      method: 'POST',
      path: '/v1/runs',
      key: db.key,
      body,
      headers: { 'Idempotency-Key': `${process.pid}-${index}-${performance.now()}` },
    });
  const load = { ports: [node.port], connections: CONNECTIONS, expectStatus: 202 };
  await drive({ ...load, seconds: 1.5, request: () => plain });

  const inserts = await pgbenchInserts(site, db, body.input, CLIENTS);
  const floors: number[] = [];
  const rounds: Driven[] = [];
  const keyedRounds: Driven[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await inserts.measure(SECONDS));
    rounds.push(await drive({ ...load, seconds: SECONDS, request: () => plain }));
    keyedRounds.push(await drive({ ...load, seconds: SECONDS, request: keyed }));
  }
  await inserts.stop();
  await node.stop();
  await db.drop();

  const floor = median(floors);
  const accepted = median(rounds.map((round) => round.perSecond));
  const withKey = median(keyedRounds.map((round) => round.perSecond));
  return {
    name: 'accept',
    title: `Accept: durable POST /v1/runs, 5 KB conversations, ${CONNECTIONS} connections`,
    lines: [
      {
        what: `single-row prepared INSERTs of the same row, ${CLIENTS} clients (${inserts.driver})`,
        value: perSecond(floor),
      },
      { what: 'runs accepted', value: perSecond(accepted) },
      atLeast('runs accepted ÷ INSERTs', accepted / floor, 1),
      { what: 'with an Idempotency-Key each ÷ INSERTs', value: `${(withKey / floor).toFixed(2)} ×` },
      { what: 'p50', value: milliseconds(median(rounds.map(({ p50 }) => p50))) },
      { what: 'p99', value: milliseconds(median(rounds.map(({ p99 }) => p99))) },
    ],
  };
}
