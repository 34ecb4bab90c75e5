/**
 * Old and new nodes together. The next release is this one with one migration more, in a checkout of its own; the one after it has a
 * migration that no older release can work with. All run as processes on one PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrations } from '@brickwork/server/database/migrate';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStubbornClient } from '../bench/chaos/stubborn-client.ts';
import { SMALL_KIT } from '../bench/support/conversations.ts';
import { type ServiceNode, startServiceNode } from '../bench/support/service-node.ts';
import { type Site, type SiteDatabase, startSite } from '../bench/support/site.ts';
import { preparedDirectory } from './support/prepared-directory.ts';
import { ROOT, removeDirectory, temporaryDirectory } from './support/run-brickwork.ts';

const known = readMigrations().length;
const NEXT = `-- works from: ${known}
ALTER TABLE runs ADD COLUMN note text;
CREATE INDEX runs_note ON runs (workspace_id, note) WHERE note IS NOT NULL;
CREATE TABLE run_notes (workspace_id uuid NOT NULL, id uuid NOT NULL, note text NOT NULL, PRIMARY KEY (workspace_id, id));`;
const BREAKING = 'ALTER TABLE run_notes RENAME TO notes_of_runs;';

/** For a run to end, on machines that do other things too. */
const PATIENCE_MS = 240_000;

let parent: string;
let site: Site;
let db: SiteDatabase;
let next: string;
let afterNext: string;
const nodes = new Set<ServiceNode>();

beforeAll(async () => {
  parent = temporaryDirectory();
  next = release('next', { next: NEXT });
  afterNext = release('after-next', { next: NEXT, breaking: BREAKING });
  site = await startSite(preparedDirectory());
  db = await site.database('upgrade');
}, 240_000);
afterAll(async () => {
  await Promise.all([...nodes].map((node) => node.stop()));
  await db.database.close();
  await site.stop();
  removeDirectory(parent);
}, 240_000);

/** A checkout like this one, with further migrations. */
function release(name: string, migrations: Record<string, string>): string {
  const root = join(parent, name);
  mkdirSync(root);
  execFileSync('cp', ['-a', join(ROOT, 'packages'), join(root, 'packages')], { timeout: 60_000 });
  // What npm installed is this checkout's; the packages that are here are the release's own.
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '@brickwork'))
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  mkdirSync(join(root, 'node_modules', '@brickwork'));
  for (const name of readdirSync(join(ROOT, 'packages')))
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules', '@brickwork', name));
  for (const part of ['package.json', '.npmrc', 'examples'])
    if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(root, part), { recursive: true });
  for (const [index, [title, sql]] of Object.entries(migrations).entries()) {
    const file = `${String(known + 1 + index).padStart(4, '0')}_${title}.sql`;
    writeFileSync(join(root, 'packages', 'server', 'src', 'database', 'migrations', file), sql);
  }
  return root;
}

async function start(root: string): Promise<ServiceNode> {
  // The lease as shipped: no node is killed here, and a short one is lost on a machine that stands still for seconds.
  const environment = { BRICKWORK_THREADS: '1', BRICKWORK_DATABASE_POOL: '8' };
  const node = await startServiceNode({ databaseUrl: db.url, root, environment });
  nodes.add(node);
  return node;
}

/** A machine that stands still for seconds may see a connection fail once. */
async function expectReady({ url }: ServiceNode): Promise<void> {
  const readiness = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
}

async function stop(node: ServiceNode): Promise<void> {
  nodes.delete(node);
  await node.stop();
}

it('replaces nodes one by one under traffic, and goes back one release', async () => {
  const kitCode = await db.publish(SMALL_KIT);
  let two = await start(ROOT);
  let urls = [two.url];
  const client = createStubbornClient(() => urls, db.key, kitCode);
  let isOver = false;
  const traffic = Array.from({ length: 2 }, async () => {
    while (!isOver) {
      await client.untilEnded(await client.accept(), PATIENCE_MS);
      await sleep(200); // Traffic, not load: the starts are what takes time here.
    }
  });

  /** Accepted by one, read from the other once it has ended, both ways. */
  let phase = 0;
  const expectBothServe = async (first: ServiceNode, second: ServiceNode) => {
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const runId = await createStubbornClient(() => [from.url], db.key, kitCode, `phase ${phase++} `).accept();
      const reader = createStubbornClient(() => [to.url], db.key, kitCode);
      expect(await reader.untilEnded(runId, PATIENCE_MS)).toBe('succeeded');
      await expectReady(from);
    }
  };

  let one = await start(next); // Migrates the database under the feet of the old one.
  urls = [one.url, two.url];
  await expectBothServe(one, two);
  urls = [one.url];
  await stop(two);
  two = await start(ROOT); // An old node also starts beside the new one …
  urls = [one.url, two.url];
  await expectBothServe(one, two);
  urls = [two.url];
  await stop(one);
  one = await start(ROOT); // … and without it: one release back.
  urls = [one.url, two.url];
  await expectBothServe(one, two);
  urls = [two.url];
  await stop(one);
  one = await start(next); // Where its migration is applied already.
  urls = [one.url, two.url];
  await expectBothServe(one, two);
  urls = [one.url];
  await stop(two);

  isOver = true;
  await Promise.all(traffic);
  for (const runId of client.record.accepted.values())
    expect(await client.untilEnded(runId, PATIENCE_MS)).toBe('succeeded');
  expect(client.record.faults).toEqual([]);
  expect(client.record.accepted.size).toBeGreaterThan(0);
  expect(await checkInvariants(db.database)).toEqual([]);
}, 600_000);

it('refuses in a sentence what cannot work together', async () => {
  const [old = await start(next)] = nodes; // The one that the first test leaves.
  await expect(start(afterNext)).rejects.toThrow(
    `Migration ${known + 2} (breaking) cannot be applied while nodes of an older release run; 1 was seen`,
  );
  await expectReady(old);
  await stop(old);
  const newest = await start(afterNext);
  await expect(start(next)).rejects.toThrow(
    `A newer release has migrated the database (${known + 2}, breaking) further than this release can work with.`,
  );
  await stop(newest);
}, 240_000);
