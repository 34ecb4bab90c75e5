/** Whoever owns the database, but not the deployment's secret: everything they do to the log is reported, and never sealed as if it were right. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditKeyOf, createHeadSigner } from '@brickwork/server/access/audit/audit-entry';
import { type Checkpoints, openCheckpoints } from '@brickwork/server/access/audit/checkpoints';
import { createPublisher } from '@brickwork/server/access/audit/publish-heads';
import { rememberHeads, sealChains } from '@brickwork/server/access/audit/seal-chains';
import { createAuditStore } from '@brickwork/server/access/audit/store/audit-store';
import { createSealStore } from '@brickwork/server/access/audit/store/seal-entries';
import { acceptChain } from '@brickwork/server/access/audit/store/take-over-chain';
import { verifyChain } from '@brickwork/server/access/audit/verify-chain';
import { verifyExport } from '@brickwork/server/access/audit/verify-export';
import { decodeId } from '@brickwork/server/core/ids';
import { silentLogger } from '@brickwork/server/core/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const SECRET = Buffer.alloc(32, 7);
const signer = createHeadSigner([SECRET]);

let service: TestService;
beforeAll(async () => {
  // Its node seals nothing: the nodes of the test do.
  service = await startTestService({ BRICKWORK_ROLE: 'api' });
});
afterAll(() => service.stop());

/** A node with a directory of its own, as far as the audit log goes. */
function startNode(directory: string | undefined) {
  const { database } = service.testDatabase;
  const conflicts: string[] = [];
  const checkpoints: Checkpoints = openCheckpoints(directory, signer, silentLogger);
  const seals = createSealStore(database, { signer, checkpoints });
  const deps = { store: createAuditStore(database), signer, auditKeys: [auditKeyOf(SECRET)], checkpoints };
  const onConflict = (workspaceId: string, { kind }: { kind: string }) => conflicts.push(`${workspaceId} ${kind}`);
  return {
    checkpoints,
    conflicts,
    seal: () => sealChains(seals, onConflict, () => false),
    remember: () => rememberHeads(seals, checkpoints, onConflict),
    prune: (workspaceId: string, before: Date) => seals.prune(workspaceId, before),
    isIntact: async (workspaceId: string) => (await verifyChain(deps, workspaceId)).findings.length === 0,
  };
}

/** A workspace with a chain of eight entries; `halfway` is run after five of them are sealed. */
async function chain(node: ReturnType<typeof startNode>, halfway = async (_own: string) => {}) {
  const name = `ws-${crypto.randomUUID().slice(0, 8)}`;
  const workspaceId = await service.workspace(name);
  const own = `workspace_id = '${decodeId('ws', workspaceId)}'`;
  const key = await service.key(workspaceId);
  const add = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1)
      await service.call('PUT', `/v1/dimensions/own_${at}`, { key, body: { metadata_key: `own_${at}` } });
    await node.seal();
  };
  await add(0, 3);
  await halfway(own);
  await add(3, 6);
  await node.remember();
  expect(await node.isIntact(workspaceId)).toBe(true);
  return { name, workspaceId, own, key, add };
}

/** Without the trigger that keeps bugs from it. */
async function tamper(own: string, statements: readonly string[]): Promise<void> {
  const { database } = service.testDatabase;
  await database.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_immutable');
  for (const statement of statements) await database.query(statement.replaceAll('$own', own));
  await database.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_immutable');
}

const FORGET = [
  'UPDATE audit_entries SET position = NULL, previous_hash = NULL, hash = NULL WHERE $own',
  'DELETE FROM audit_heads WHERE $own',
];

const ATTACKS: readonly (readonly [string, readonly string[]])[] = [
  ['deletes an entry', ['DELETE FROM audit_entries WHERE $own AND position = 4']],
  [
    'deletes an entry and has the rest sealed again',
    ['DELETE FROM audit_entries WHERE $own AND position = 4', ...FORGET],
  ],
  ['has everything sealed again', FORGET],
  ['deletes the head', ['DELETE FROM audit_heads WHERE $own']],
  ['deletes everything', ['DELETE FROM audit_entries WHERE $own', 'DELETE FROM audit_heads WHERE $own']],
  ['edits an entry', [`UPDATE audit_entries SET actor_name = 'Mallory' WHERE $own AND position = 4`]],
  [
    'edits an entry and has it sealed again',
    [`UPDATE audit_entries SET actor_name = 'Mallory' WHERE $own AND position = 4`, ...FORGET],
  ],
  ['truncates the tail', ['DELETE FROM audit_entries WHERE $own AND position > 6']],
  [
    'truncates the tail and the head with it',
    [
      'DELETE FROM audit_entries WHERE $own AND position > 6',
      'UPDATE audit_heads SET position = 6, hash = (SELECT hash FROM audit_entries WHERE $own AND position = 6) WHERE $own',
    ],
  ],
  [
    'passes the chain off as older than MACs',
    ['UPDATE audit_entries SET mac = NULL WHERE $own', 'UPDATE audit_heads SET mac_from = NULL WHERE $own'],
  ],
  [
    'adds an entry that was never written',
    [
      `INSERT INTO audit_entries (workspace_id, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id, outcome)
       SELECT workspace_id, uuidv7(), date_trunc('milliseconds', now()), 'key', 'key_x', 'Mallory', 'key.created', 'key', 'key_x', 'done'
       FROM audit_entries WHERE $own LIMIT 1`,
    ],
  ],
];

describe('the owner of the database', () => {
  it.each(ATTACKS)('%s: every node reports it, and none seals it', async (_what, statements) => {
    const directory = mkdtempSync(join(tmpdir(), 'audit-'));
    const leader = startNode(directory);
    const { workspaceId, own, add } = await chain(leader);
    const other = startNode(undefined);
    await other.remember();
    await tamper(own, statements);
    expect(await leader.isIntact(workspaceId)).toBe(false);
    await add(6, 7);
    // Another node that leads, and one that is started again.
    const again = startNode(directory);
    for (const node of [other, again]) await node.seal();
    for (const node of [leader, other, again]) expect(await node.isIntact(workspaceId)).toBe(false);
  });

  it('restores an older copy, with its signed head: reported by whoever knew more, and nothing is added to it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'audit-'));
    const leader = startNode(directory);
    const { workspaceId, own } = await chain(leader, async (own) => {
      await service.testDatabase.database.query('DROP TABLE IF EXISTS old_entries, old_heads');
      await service.testDatabase.database.query(`CREATE TABLE old_entries AS SELECT * FROM audit_entries WHERE ${own}`);
      await service.testDatabase.database.query(`CREATE TABLE old_heads AS SELECT * FROM audit_heads WHERE ${own}`);
    });
    await tamper(own, [
      'DELETE FROM audit_entries WHERE $own',
      'DELETE FROM audit_heads WHERE $own',
      'INSERT INTO audit_entries SELECT * FROM old_entries',
      'INSERT INTO audit_heads SELECT * FROM old_heads',
    ]);
    const again = startNode(directory);
    await again.remember();
    expect(again.conflicts).toContain(`${workspaceId} removed`);
    expect(await again.isIntact(workspaceId)).toBe(false);
    // What the documentation says: a node that knows nothing needs a head from outside.
    expect(await startNode(undefined).isIntact(workspaceId)).toBe(true);
  });

  it('sets times back: retention deletes nothing that was changed', async () => {
    const leader = startNode(undefined);
    const { workspaceId, own } = await chain(leader);
    await tamper(own, [`UPDATE audit_entries SET at = at - interval '500 days' WHERE $own`]);
    expect(await leader.prune(workspaceId, new Date(Date.now() - 86_400_000))).toMatchObject({ kind: 'changed' });
    expect(await leader.isIntact(workspaceId)).toBe(false);
  });

  it('edits an entry before it is sealed', async () => {
    const leader = startNode(undefined);
    const { workspaceId, own, key } = await chain(leader);
    await service.call('PUT', '/v1/dimensions/late', { key, body: { metadata_key: 'late' } });
    await tamper(own, [`UPDATE audit_entries SET actor_name = 'Mallory' WHERE $own AND position IS NULL`]);
    expect(await leader.isIntact(workspaceId)).toBe(false);
    await leader.seal();
    expect(await leader.isIntact(workspaceId)).toBe(false);
  });

  it('writes the checkpoints of a node: they are not signed, and count as none', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'audit-'));
    const leader = startNode(directory);
    const { workspaceId } = await chain(leader);
    const path = join(directory, 'audit-checkpoints.json');
    const known = JSON.parse(readFileSync(path, 'utf8'));
    known[workspaceId].position = 3;
    writeFileSync(path, JSON.stringify(known));
    expect(startNode(directory).checkpoints.of(workspaceId)).toBeUndefined();
  });
});

describe('an operator with the secret', () => {
  it('accepts a log that is not what was known; every node goes on, and an entry tells of it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'audit-'));
    const leader = startNode(directory);
    const { workspaceId, own, key } = await chain(leader);
    await tamper(own, ['DELETE FROM audit_entries WHERE $own AND position > 6', 'DELETE FROM audit_heads WHERE $own']);
    await service.testDatabase.database.transaction((tx) => acceptChain(tx, signer, workspaceId, new Date()));
    for (const node of [leader, startNode(directory)]) {
      await node.seal();
      await node.remember();
      expect(await node.isIntact(workspaceId)).toBe(true);
      expect(node.conflicts.filter((each) => each.startsWith(workspaceId))).toEqual([]);
    }
    const { body } = await service.call('GET', '/v1/audit?action=audit.accepted', { key });
    expect(body.data).toMatchObject([{ details: { from_position: 7 }, position: 7 }]);
  });
});

describe('outside of the database', () => {
  it('the head of a chain that has moved is published every hour, to the log and the anchor', async () => {
    const node = startNode(undefined);
    const { workspaceId, add } = await chain(node);
    const told: string[] = [];
    const anchored: string[] = [];
    const time = { now: new Date('2026-11-18T08:00:00Z') };
    const { publish } = createPublisher({
      checkpoints: node.checkpoints,
      signer,
      clock: { now: () => time.now },
      anchor: async ({ workspace_id, head }) => void anchored.push(`${workspace_id} ${head}`),
      logger: { ...silentLogger, info: (fields: object) => told.push(JSON.stringify(fields)) },
    });
    const ofChain = () => anchored.filter((line) => line.startsWith(workspaceId));
    await publish();
    await publish();
    expect(ofChain()).toEqual([expect.stringMatching(/ 8:[0-9a-f]{64}$/)]);
    expect(told.filter((line) => line.includes(workspaceId) && line.includes('"signature"'))).toHaveLength(1);
    await add(6, 7);
    await publish();
    time.now = new Date('2026-11-18T09:00:01Z');
    await publish();
    expect(ofChain()[1]).toMatch(/ 9:/);
  });

  it('an export is verified without the service: with its secret, and a published head', async () => {
    const node = startNode(undefined);
    const { key } = await chain(node);
    const text = await (
      await fetch(`${service.url}/v1/audit/export`, { headers: { authorization: `Bearer ${key}` } })
    ).text();
    const lines = text.trimEnd().split('\n');
    const check = async (given: readonly string[], head?: string) => {
      const [position = '', hash = ''] = head?.split(':') ?? [];
      return verifyExport(
        (async function* () {
          yield* given;
        })(),
        {
          secrets: [SECRET],
          published: head === undefined ? undefined : { position: Number(position), hash: Buffer.from(hash, 'hex') },
        },
      );
    };
    const { head, findings, checked } = await check(lines);
    expect([checked, findings]).toEqual([8, []]);
    expect((await check(lines, head)).findings).toEqual([]);
    expect((await check(lines.toSpliced(3, 1))).findings).not.toEqual([]);
    expect((await check(lines.slice(0, 6), head)).findings).toMatchObject([{ kind: 'removed', position: 7 }]);
    expect((await check(lines.map((line) => line.replace('own_1', 'own_9')))).findings).not.toEqual([]);
    const forged = lines.map((line) => line.replace(/"mac":"\w{4}/, '"mac":"0000'));
    expect((await check(forged)).findings[0]).toMatchObject({ kind: 'changed' });
  });
});
