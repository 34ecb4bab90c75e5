/**
 * Accepting runs, against the floor that PostgreSQL itself sets: single-row prepared INSERTs of the same row, into a table with
 * the same columns, storage and indexes, on the same server with the same durability. Rounds alternate, medians are compared.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { type Driven, drive } from './support/drive.ts';
import { pgbenchInserts } from './support/insert-loop.ts';
import { rawRequest } from './support/raw-connection.ts';
import { atLeast, milliseconds, perSecond, type Result } from './support/result.ts';
import { type ServiceNode, startServiceNode } from './support/service-node.ts';
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
  const costs: Cost[] = [];
  const floorCosts: Cost[] = [];
  const keyedRounds: Driven[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let before = costOf(site, node);
    const floor = await inserts.measure(SECONDS);
    floors.push(floor);
    await sleep(500); // What its backends used is known once PostgreSQL has seen their end.
    floorCosts.push(costPer(floor * SECONDS, before, costOf(site, node)));
    before = costOf(site, node);
    const driven = await drive({ ...load, seconds: SECONDS, request: () => plain });
    rounds.push(driven);
    costs.push(costPer(driven.perSecond * SECONDS, before, costOf(site, node)));
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
      atLeast('runs accepted ÷ INSERTs', accepted / floor, 0.6),
      { what: 'with an Idempotency-Key each ÷ INSERTs', value: `${(withKey / floor).toFixed(2)} ×` },
      { what: 'p50', value: milliseconds(median(rounds.map(({ p50 }) => p50))) },
      { what: 'p99', value: milliseconds(median(rounds.map(({ p99 }) => p99))) },
      { what: 'CPU of PostgreSQL for an INSERT', value: microseconds(floorCosts, 'postgres') },
      { what: 'CPU of PostgreSQL for a run', value: microseconds(costs, 'postgres') },
      { what: 'CPU of the node for a run', value: microseconds(costs, 'node') },
      { what: 'CPU of the client that sends the requests, for a run', value: microseconds(costs, 'here') },
    ],
  };
}

/** CPU seconds of each process; where the cores are full, they say what the rate is made of. */
interface Cost {
  postgres: number;
  node: number;
  here: number;
}

function costOf(site: Site, node: ServiceNode): Cost {
  const { user, system } = process.cpuUsage();
  return {
    postgres: site.postgresCpuSeconds() ?? Number.NaN,
    node: node.cpuSeconds() ?? Number.NaN,
    here: (user + system) / 1e6,
  };
}

function costPer(count: number, before: Cost, after: Cost): Cost {
  return {
    postgres: (after.postgres - before.postgres) / count,
    node: (after.node - before.node) / count,
    here: (after.here - before.here) / count,
  };
}

function microseconds(costs: readonly Cost[], of: keyof Cost): string {
  return `${Math.round(1e6 * median(costs.map((cost) => cost[of])))} µs`;
}
