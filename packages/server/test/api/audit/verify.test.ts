/** The chain: whoever removes, changes, inserts or moves rows in the database is found out. */
import { createHash } from 'node:crypto';
import { createHeadSigner } from '@brickwork/server/access/audit/audit-entry';
import { openCheckpoints } from '@brickwork/server/access/audit/checkpoints';
import { type OnConflict, sealChains } from '@brickwork/server/access/audit/seal-chains';
import { recordHourly } from '@brickwork/server/access/audit/store/record-audit';
import { createSealStore, type SealStore } from '@brickwork/server/access/audit/store/seal-entries';
import { OPERATOR } from '@brickwork/server/core/acting';
import { decodeId } from '@brickwork/server/core/ids';
import { silentLogger } from '@brickwork/server/core/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let seals: SealStore;
beforeAll(async () => {
  // No leader: the tests seal.
  service = await startTestService({ BRICKWORK_ROLE: 'api' });
  seals = sealStore(Buffer.alloc(32, 7));
});
afterAll(() => service.stop());

/** One that knows nothing yet, as of a node that was just started. */
function sealStore(secret: Buffer, directory?: string): SealStore {
  const signer = createHeadSigner([secret]);
  return createSealStore(service.testDatabase.database, {
    signer,
    checkpoints: openCheckpoints(directory, signer, silentLogger),
  });
}

const conflicts: string[] = [];
const onConflict: OnConflict = (_workspaceId, { kind, position }) => conflicts.push(`${kind} ${position}`);

const sql = (text: string, values: unknown[] = []) => service.testDatabase.database.query<never>(text, values);

/** A workspace with a chain of entries: its creation, its key, and `count` dimensions. */
async function chain(name: string, count = 6) {
  const workspaceId = await service.workspace(name);
  const key = await service.key(workspaceId);
  for (let index = 0; index < count; index += 1)
    await service.call('PUT', `/v1/dimensions/own_${index}`, { key, body: { metadata_key: `own_${index}` } });
  const verify = async (query = '') => (await service.call('GET', `/v1/audit/verification?${query}`, { key })).body;
  await sealChains(seals, onConflict, () => false);
  expect((await verify()).head.position).toBe(count + 2);
  const own = decodeId('ws', workspaceId);
  /** As the owner of the database may: without the trigger that keeps bugs from it. */
  const tamper = async (...statements: string[]) => {
    await sql('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_immutable');
    for (const statement of statements) await sql(statement.replaceAll('$own', `workspace_id = '${own}'`));
    await sql('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_immutable');
  };
  const kinds = async (query = '') => {
    const { intact, findings } = await verify(query);
    return [intact, ...findings.map(({ kind, position }: { kind: string; position: number }) => `${kind} ${position}`)];
  };
  return { workspaceId, key, own, verify, tamper, kinds };
}

describe('GET /v1/audit/verification', () => {
  it('200: an untouched chain is intact, and its head is that of the last entry', async () => {
    const { key, verify } = await chain('intact');
    const found = await verify();
    expect(found).toMatchObject({
      intact: true,
      checked: 8,
      from_position: 1,
      to_position: 8,
      unsealed: 0,
      findings: [],
    });
    const { data } = (await service.call('GET', '/v1/audit?limit=1', { key })).body;
    expect(found.head).toMatchObject({ position: 8, hash: data[0].hash });
    expect((await verify(`head=8:${found.head.hash}`)).intact).toBe(true);
  });

  it('a log that begins with an upgrade is intact, although something was recorded before it was first sealed', async () => {
    const workspaceId = await service.workspace('upgraded');
    const key = await service.key(workspaceId);
    // As migration 61 writes it, whose random ids are nearly always later than those that tell the time.
    await sql(
      `INSERT INTO audit_entries (workspace_id, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id, outcome)
       VALUES ($1, 'f0000000-0000-4000-8000-000000000000', date_trunc('milliseconds', now()), 'system', 'system', 'Brickwork', 'audit.started', 'deployment', 'deployment', 'done')`,
      [decodeId('ws', workspaceId)],
    );
    await sealChains(seals, onConflict, () => false);
    const { body } = await service.call('GET', '/v1/audit/verification', { key });
    expect(body).toMatchObject({ intact: true, checked: 3, findings: [] });
  });

  it('an export can be checked with nothing but the documentation', async () => {
    const { workspaceId, key } = await chain('by_hand');
    const answer = await fetch(`${service.url}/v1/audit/export`, { headers: { authorization: `Bearer ${key}` } });
    const lines = (await answer.text()).trimEnd().split('\n');
    let previous = '0'.repeat(64);
    const entries = lines.map((line) => JSON.parse(line)).filter(({ position }) => position !== undefined);
    for (const { id, at, environment, actor, address, request_id, action, target, outcome, details, hash } of entries) {
      const members = [workspaceId, id, at, environment, actor.kind, actor.id, actor.name, address, request_id];
      members.push(action, target.type, target.id, target.name, outcome, details && JSON.stringify(details));
      previous = createHash('sha256')
        .update(`${previous}\n${JSON.stringify(members.map((member) => member ?? null))}`)
        .digest('hex');
      expect(previous).toBe(hash);
    }
    expect(entries.length).toBe(8);
  });

  it('an entry that is removed', async () => {
    const { tamper, kinds } = await chain('removed');
    await tamper('DELETE FROM audit_entries WHERE $own AND position = 4');
    expect(await kinds()).toEqual([false, 'removed 4']);
  });

  it('an entry that is removed, with the others moved up', async () => {
    const { tamper, kinds } = await chain('renumbered');
    await tamper(
      'DELETE FROM audit_entries WHERE $own AND position = 4',
      'UPDATE audit_entries SET position = position + 1000 WHERE $own AND position > 4',
      'UPDATE audit_entries SET position = position - 1001 WHERE $own AND position > 1000',
      'UPDATE audit_heads SET position = 7 WHERE $own',
    );
    expect(await kinds()).toEqual([false, 'head 7', 'removed 4']);
  });

  it('the last entries, removed', async () => {
    const { tamper, kinds } = await chain('cut');
    await tamper('DELETE FROM audit_entries WHERE $own AND position > 6');
    expect(await kinds()).toEqual([false, 'removed 7']);
  });

  it.each(['actor_name', 'action', 'target_id', 'address', 'outcome', 'details', 'at'])(
    'an entry whose %s is changed',
    async (column) => {
      const { tamper, kinds } = await chain(`changed_${column}`, 3);
      const value =
        { at: "at + interval '1 second'", details: `'{"changes":{}}'`, outcome: `'refused'` }[column] ?? `'x'`;
      await tamper(`UPDATE audit_entries SET ${column} = ${value} WHERE $own AND position = 3`);
      expect(await kinds()).toEqual([false, 'changed 3']);
    },
  );

  it('entries that are exchanged', async () => {
    const { tamper, kinds } = await chain('exchanged');
    await tamper(
      'UPDATE audit_entries SET position = 1000 WHERE $own AND position = 4',
      'UPDATE audit_entries SET position = 4 WHERE $own AND position = 5',
      'UPDATE audit_entries SET position = 5 WHERE $own AND position = 1000',
    );
    expect(await kinds()).toEqual([false, 'reordered 4', 'reordered 5', 'reordered 6']);
  });

  it('an entry that is added after the end, as if it were sealed', async () => {
    const { tamper, kinds } = await chain('added');
    await tamper(
      `INSERT INTO audit_entries SELECT workspace_id, gen_random_uuid(), at, environment, actor_kind, actor_id, 'Mallory', address, request_id, action,
         target_type, target_id, target_name, outcome, details, once_in, 9, hash, hash, mac FROM audit_entries WHERE $own AND position = 8`,
    );
    expect(await kinds()).toEqual([false, 'changed 9', 'inserted 9']);
  });

  it('an entry that is added to be sealed, with a time before others', async () => {
    const { tamper, verify, kinds } = await chain('backdated');
    await tamper(
      `INSERT INTO audit_entries SELECT workspace_id, gen_random_uuid(), at - interval '1 day', environment, actor_kind, actor_id, 'Mallory', address, request_id,
         action, target_type, target_id, target_name, outcome, details, once_in, NULL, NULL, NULL, mac FROM audit_entries WHERE $own AND position = 8`,
    );
    expect((await verify()).unsealed).toBe(1);
    await sealChains(seals, onConflict, () => false);
    expect(await kinds()).toEqual([false, 'changed 9', 'inserted 9']);
  });

  it.each([
    [14, [true]],
    [16, [false, 'inserted 9']],
  ])('an entry that was committed %d minutes after its time', async (late, expected) => {
    const { workspaceId, kinds } = await chain(`late_${late}`);
    const at = new Date(Date.now() - late * 60_000);
    const target = { type: 'workspace', id: workspaceId };
    const entry = { workspaceId, action: 'audit.exported', target, acting: OPERATOR, at, outcome: 'done' } as const;
    await recordHourly(service.testDatabase.database, [entry]);
    await sealChains(seals, onConflict, () => false);
    expect(await kinds()).toEqual(expected);
  });

  it('a chain that is rewritten as a whole is not signed, and differs from the published head', async () => {
    const { workspaceId, tamper, verify, kinds } = await chain('rewritten');
    const { head } = await verify();
    await tamper(
      'DELETE FROM audit_entries WHERE $own AND position = 4',
      'UPDATE audit_entries SET position = NULL, previous_hash = NULL, hash = NULL WHERE $own',
      'DELETE FROM audit_heads WHERE $own',
    );
    const forged = sealStore(Buffer.alloc(32, 8));
    await forged.seal(workspaceId);
    expect(await kinds()).toEqual([false, 'head 7']);
    expect(await kinds(`head=${head.position}:${head.hash}`)).toEqual([false, 'head 7', 'removed 8']);
    expect(await kinds(`head=7:${head.hash}`)).toEqual([false, 'head 7', 'head 7']);
  });

  it('400: a head that is not one', async () => {
    const { verify } = await chain('heads', 0);
    expect((await verify('head=8')).error).toBe('invalid_parameter');
    expect((await verify('cursor=AAAA')).error).toBe('invalid_cursor');
  });
});

describe('entries', () => {
  it('are never changed or deleted by a statement', async () => {
    const { own } = await chain('kept', 1);
    for (const statement of [
      `UPDATE audit_entries SET actor_name = 'x' WHERE workspace_id = $1`,
      'DELETE FROM audit_entries WHERE workspace_id = $1',
    ])
      await expect(sql(statement, [own])).rejects.toThrow(/never changed or deleted/);
  });

  it('older than the retention are deleted, and the chain is intact from the oldest that is kept', async () => {
    const { workspaceId, own, tamper, verify } = await chain('pruned');
    const { rows: entries } = await service.testDatabase.database.query<{ at: Date }>(
      'SELECT at FROM audit_entries WHERE workspace_id = $1 AND position = 6',
      [own],
    );
    const [before = { at: new Date(0) }] = entries;
    expect(await seals.prune(workspaceId, before.at)).toBe(5);
    await sealChains(seals, onConflict, () => false);
    const found = await verify();
    expect(found).toMatchObject({ intact: true, from_position: 6, checked: 4 });
    const { rows } = await service.testDatabase.database.query<{ action: string; details: object }>(
      'SELECT action, details FROM audit_entries WHERE workspace_id = $1 ORDER BY position DESC LIMIT 1',
      [own],
    );
    expect(rows[0]).toMatchObject({ action: 'audit.pruned', details: { entries: 5, to_position: 5 } });
    await tamper(
      'DELETE FROM audit_entries WHERE $own AND position = 6',
      'UPDATE audit_heads SET pruned_position = 6 WHERE $own',
    );
    expect((await verify()).intact).toBe(false);
  });
});
