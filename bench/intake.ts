/** Accepting deliveries to an intake: each is authenticated, sealed and stored with its job before the 202. A node that only answers requests. */
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { drive } from './support/drive.ts';
import { rawRequest } from './support/raw-connection.ts';
import { atMost, milliseconds, perSecond, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';

const CONNECTIONS = 32;
const SECONDS = 10;
const BAR_PER_SECOND = 1_000;
const BAR_P99_MS = 100;

export async function intake(site: Site): Promise<Result> {
  const db = await site.database('intake');
  const kitCode = await db.publish(SMALL_KIT);
  const node = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_ROLE: 'api' } });
  const { path, secret } = await putIntake(node.url, db.key, kitCode);
  const request = (index: number) =>
    rawRequest({
      method: 'POST',
      path,
      key: secret,
      body: { id: `call-${process.pid}-${index}`, text: conversationOf(1) },
    });
  const load = { ports: [node.port], connections: CONNECTIONS, expectStatus: 202, request };
  await drive({ ...load, seconds: 1.5 });
  const cpu = () => ({ node: node.cpuSeconds() ?? Number.NaN, postgres: site.postgresCpuSeconds() ?? Number.NaN });
  const before = cpu();
  const driven = await drive({ ...load, seconds: SECONDS });
  const after = cpu();
  const each = (of: 'node' | 'postgres') => `${Math.round((1e6 * (after[of] - before[of])) / driven.requests)} µs`;
  await node.stop();
  await db.drop();
  return {
    name: 'intake',
    title: `Intake: deliveries stored and answered 202, 5 KB conversations, ${CONNECTIONS} connections`,
    lines: [
      {
        what: 'deliveries accepted',
        value: perSecond(driven.perSecond),
        bar: `≥ ${perSecond(BAR_PER_SECOND)}`,
        met: driven.perSecond >= BAR_PER_SECOND,
      },
      { what: 'p50', value: milliseconds(driven.p50) },
      atMost('p99', driven.p99, BAR_P99_MS, milliseconds),
      // Where the cores are full, they say what the rate is made of; others on the machine do not change them much.
      { what: 'CPU of the node for a delivery', value: each('node') },
      { what: 'CPU of PostgreSQL for a delivery', value: each('postgres') },
    ],
  };
}

async function putIntake(url: string, key: string, kit: string): Promise<{ path: string; secret: string }> {
  const definition = {
    auth: { type: 'token' },
    map: { input: '{ "transcript": text }', external_id: 'id' },
    kits: [{ kit }],
  };
  const response = await fetch(`${url}/v1/intakes/calls`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ intake: definition }),
  });
  if (response.status !== 201) throw new Error(`the intake was refused: ${response.status} ${await response.text()}`);
  return (await response.json()) as { path: string; secret: string };
}
