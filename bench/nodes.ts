/** One, two and four nodes on one PostgreSQL: on one machine they share its cores, so what counts is that nothing gets in the way. */
import { runMany } from './end-to-end.ts';
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { drive } from './support/drive.ts';
import { rawRequest } from './support/raw-connection.ts';
import { perSecond, type Result, ratio } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';

export async function nodes(site: Site): Promise<Result> {
  const db = await site.database('nodes');
  const kitCode = await db.publish(SMALL_KIT);
  const measured: { count: number; accepted: number; ended: number }[] = [];
  const body = { kit_code: kitCode, input: { transcript: conversationOf(1) } };
  const post = rawRequest({ method: 'POST', path: '/v1/runs', key: db.key, body });
  for (const count of [1, 2, 4]) {
    const started = await Promise.all(
      Array.from({ length: count }, () =>
        startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_DATABASE_POOL: '12' } }),
      ),
    );
    const ports = started.map(({ port }) => port);
    await runMany(db, ports, kitCode, 500);
    const ended = await runMany(db, ports, kitCode, 2_000);
    const { perSecond: accepted } = await drive({
      ports,
      connections: 64,
      seconds: 3,
      request: () => post,
      expectStatus: 202,
    });
    measured.push({ count, accepted, ended });
    for (const node of started) await node.stop();
    await db.database.query("DELETE FROM jobs WHERE kind = 'run'"); // Runs accepted in the last second are not measured.
  }
  await db.drop();
  const first = measured[0] ?? { count: 1, accepted: 1, ended: 1 };
  return {
    name: 'nodes',
    title: 'Nodes: 1, 2 and 4 processes of role `all` on one PostgreSQL and one machine',
    lines: measured.flatMap(({ count, accepted, ended }) => [
      { what: `${count}: accept to terminal`, value: `${perSecond(ended)} (${ratio(ended / first.ended)})` },
      { what: `${count}: accept while working`, value: `${perSecond(accepted)} (${ratio(accepted / first.accepted)})` },
    ]),
  };
}
