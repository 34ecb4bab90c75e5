/**
 * Records a release for the test of upgrades: a back-up of a deployment in the middle of its work, and what it shows.
 *
 *   node tools/release/record-release.ts 1.0.0      writes test/releases/1.0.0.backup and 1.0.0.json
 *
 * Run it once, when a release is made, and never again for that release: `test/releases.system.test.ts` restores every file there.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brickworkCommand, ROOT, startServiceNode } from '../../bench/support/service-node.ts';
import { startSite } from '../../bench/support/site.ts';
import { type Ask, askerOf, figuresOf } from './release-figures.ts';

const KIT = {
  kit: 'upgrade',
  name: 'Upgrade',
  bricks: [
    {
      key: 'greeted',
      type: 'boolean',
      question: 'Did the agent greet?',
      speaker: 'agent',
      hints: { keywords: ['good morning'] },
    },
    { key: 'refund', type: 'boolean', question: 'Does the customer want a refund?', hints: { keywords: ['refund'] } },
    { key: 'words', type: 'numeric', metric: 'word_count' },
    { key: 'score', type: 'numeric', score: { items: [{ brick: 'greeted', is: true, points: 1 }], out_of: 100 } },
  ],
};
const ENGINE = { BRICKWORK_READER: '0', BRICKWORK_THREADS: '1', BRICKWORK_DATABASE_POOL: '8' };

const TOKEN = 'a token of the pushing service';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Use: node tools/release/record-release.ts VERSION');
const folder = join(ROOT, 'test', 'releases');

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
const put = (body: unknown): RequestInit => ({ method: 'PUT', body: JSON.stringify(body) });

function newRun(index: number, kitCode: string, part: string): unknown {
  const greeting = index % 3 === 0 ? 'What now?' : 'Good morning, how can I help?';
  const wish = index % 4 === 0 ? 'I want a refund for my order.' : 'I only have a question about my bill.';
  return {
    kit_code: kitCode,
    external_id: `${part}-${index}`,
    occurred_at: new Date(Date.UTC(2026, 8, 28 + index, 9)).toISOString(),
    metadata: { part, team: ['Porto', 'Faro'][index % 2], agent: `Agent ${index % 5}` },
    input: { transcript: `Agent: ${greeting}\nCustomer: ${wish}` },
  };
}

async function endRuns(ask: Ask, kitCode: string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    const { run_id } = (await ask('/v1/runs', post({ ...Object(newRun(index, kitCode, 'ended')), mode: 'sync' }))) as {
      run_id: string;
    };
    ids.push(run_id);
  }
  return ids;
}

async function setUp(ask: Ask, kitId: string, runs: readonly string[]): Promise<void> {
  for (const [index, id] of runs.slice(0, 12).entries()) {
    const { output } = (await ask(`/v1/runs/${id}`)) as { output: { bricks: { refund: { value: boolean } } } };
    const { value } = output.bricks.refund;
    const verdict = index % 4 === 3 ? { verdict: 'wrong', value: !value } : { verdict: 'correct' };
    await ask(`/v1/runs/${id}/reviews`, post([{ brick: 'refund', ...verdict }]));
  }
  await ask('/v1/views', post({ name: 'Refunds', search: 'kit=upgrade&where=answer.refund%3Dtrue' }));
  await ask('/v1/webhooks', post({ url: 'https://receiver.example.com/hook' }));
  await ask(
    '/v1/intakes/calls',
    put({
      secret: TOKEN,
      intake: {
        auth: { type: 'token' },
        map: { input: '{ "transcript": text }', external_id: 'id' },
        kits: [{ kit: 'upgrade' }],
      },
    }),
  );
  await ask(`/v1/kits/${kitId}/golden-sets/from-reviews`, put({ from_reviews: {} }));
  await ask('/v1/settings', put({ timezone: 'Europe/Lisbon' }));
}

const site = await startSite();
try {
  const db = await site.database('release');
  const kitCode = await db.publish(KIT);
  const { kit_id, kit_version_id } = await (async () => {
    const all = await startServiceNode({ databaseUrl: db.url, environment: ENGINE });
    const ask = askerOf(all.url, db.key);
    const runs = await endRuns(ask, kitCode);
    const head = (await ask(`/v1/kits/schema?kit_code=${kitCode}`)) as { kit_id: string; kit_version_id: string };
    await setUp(ask, head.kit_id, runs);
    await all.stop();
    return head;
  })();
  // From here on nobody works: what is accepted stays open.
  const api = await startServiceNode({ databaseUrl: db.url, environment: { ...ENGINE, BRICKWORK_ROLE: 'api' } });
  const ask = askerOf(api.url, db.key);
  for (let index = 0; index < 8; index += 1) await ask('/v1/runs', post(newRun(index, kitCode, 'open')));
  await ask('/v1/runs/cancel', post({ filter: { external_id: 'open-7' }, expected: 1 }));
  await ask(
    '/v1/backfills',
    post({ kit_version_id, filter: { 'metadata.part': 'ended' }, max_credits: 10, engine: 'local' }),
  );
  const { data } = (await ask('/v1/intakes')) as { data: [{ path: string }] };
  const pushed = { id: 'pushed-1', text: 'Agent: Good morning.\nCustomer: A refund, please.' };
  await ask(data[0].path, { ...post(pushed), headers: { Authorization: `Bearer ${TOKEN}` } });
  const environment = { ...process.env, DATABASE_URL: db.url, BRICKWORK_SECRET: '01'.repeat(32) };
  const file = join(folder, `${version}.backup`);
  execFileSync(process.execPath, [brickworkCommand(ROOT), 'backup', file], {
    env: environment,
    stdio: 'inherit',
    timeout: 120_000,
  });
  const figures = await figuresOf(ask, kit_id);
  const record = { key: db.key, kit_id, open: 7, figures };
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(record, null, 1)}\n`);
  await api.stop();
  await db.database.close();
} finally {
  await site.stop();
}
