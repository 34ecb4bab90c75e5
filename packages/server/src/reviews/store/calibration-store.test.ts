/** Sessions and queue items as they are stored: what counts, what the audit log says, and what a limit refuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { decodeId, encodeId, newId, newUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { chooseItem } from '../queue/draw-item.ts';
import { createCalibrationStore } from './calibration-store.ts';
import { countOpenItems, createReviewQueueStore } from './review-queue-store.ts';

let test: TestDatabase;
const NOW = new Date();
const scope: Scope = { workspaceId: newId('ws', NOW), environment: 'live' };
const workspace = decodeId('ws', scope.workspaceId);
const KIT = newUuid();
const ACTOR = { kind: 'key', id: 'key_1', name: 'CRM' } as const;
beforeAll(async () => {
  test = await createTestDatabase();
  const row = { id: scope.workspaceId, name: 'reviewed', plan: 'unlimited', createdAt: NOW };
  await createAccessStore(test.database).insertWorkspace(row);
  await test.database.query(`INSERT INTO kit_codes (code) VALUES ('ABCDEFGH')`);
  await test.database.query(
    `INSERT INTO kits (workspace_id, id, code, slug, name, newest_version, created_at, updated_at) VALUES ($1, $2, 'ABCDEFGH', 'support', 'Support', 1, now(), now())`,
    [workspace, KIT],
  );
});
afterAll(() => test.close());

async function addRun(externalId: string | null = null): Promise<string> {
  const id = newUuid();
  await test.database.query(
    `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, created_at)
     VALUES ($1, 'live', $2, 'api', 'async', $3, 'ABCDEFGH', $4, 1, $5, now())`,
    [workspace, id, KIT, newUuid(), externalId],
  );
  return id;
}

async function audited(prefix: string): Promise<unknown[]> {
  const { rows } = await test.database.query<Record<string, unknown>>(
    `SELECT action, target_type, target_id, target_name, environment, details FROM audit_entries WHERE workspace_id = $1 AND action LIKE $2 ORDER BY at, id`,
    [workspace, `${prefix}%`],
  );
  return rows.map(Object.values);
}

describe('a session', () => {
  it('is stored with its calls, in their order, and said to have been started and closed', async () => {
    const store = createCalibrationStore(test.database);
    const runs = [await addRun('ext'), await addRun(), await addRun()].map((id) => encodeId('run', id));
    const runIds = [runs[2], runs[0], runs[1]] as string[];
    const [calibrationId, second] = [newId('cal', NOW), newId('cal', NOW)];
    const session = { calibrationId, kitId: KIT, name: 'May', by: ACTOR, runIds, now: NOW };
    expect(await store.create(scope, session, 1)).toBe(true);
    expect(await store.create(scope, { ...session, calibrationId: second }, 1)).toBe(false);
    expect(await store.find(scope, second)).toBeUndefined();
    expect(await store.find(scope, 'nope')).toBeUndefined();
    const stored = {
      ...{ calibrationId, kitId: KIT, name: 'May', by: ACTOR, calls: 3, people: [] },
      ...{ createdAt: NOW, closedAt: undefined },
    };
    expect(await store.find(scope, calibrationId)).toEqual(stored);
    expect(await store.list(scope, KIT, 10)).toEqual([stored]);
    expect(await store.list(scope, newUuid(), 10)).toEqual([]);
    expect(await store.runs(scope, calibrationId)).toEqual([
      { runId: runs[2], externalId: undefined },
      { runId: runs[0], externalId: 'ext' },
      { runId: runs[1], externalId: undefined },
    ]);
    expect(await store.runs(scope, 'nope')).toEqual([]);
    const later = new Date(NOW.getTime() + 60_000);
    await store.close(scope, calibrationId, later);
    await store.close(scope, calibrationId, new Date());
    await store.close(scope, 'nope', later);
    expect(await store.find(scope, calibrationId)).toMatchObject({ closedAt: later });
    const target = ['calibration', calibrationId, 'May', 'live'];
    expect(await audited('calibration.')).toEqual([
      ['calibration.started', ...target, { runs: 3 }],
      ['calibration.closed', ...target, null],
    ]);
  });
});

describe('the queue', () => {
  it('hands out what was chosen once, and takes it back', async () => {
    const store = createReviewQueueStore(test.database);
    const runs = await Promise.all(Array.from({ length: 501 }, () => addRun()));
    const chosen = runs.map((run) => ({ run, item: chooseItem(encodeId('run', run), false) }));
    expect(await store.add(scope, KIT, chosen, NOW)).toBe(501);
    expect(await store.add(scope, KIT, chosen.slice(0, 2), NOW)).toBe(0);
    expect(await store.add(scope, KIT, [], NOW)).toBe(0);
    expect(await audited('review_queue.')).toEqual(
      [501, 0, 0].map((added) => ['review_queue.added', 'kit', KIT, null, 'live', { runs: added }]),
    );
    expect(await countOpenItems(test.database)).toBe(501);
    const item = await store.next(scope, KIT, 'ann', 60_000);
    expect(item).toMatchObject({ kitId: KIT, reasons: [{ kind: 'chosen' }], probability: undefined, isSecond: false });
    expect((await store.next(scope, KIT, 'ann', 60_000))?.itemId).toBe(item?.itemId);
    expect((await store.next(scope, KIT, 'bob', 60_000))?.itemId).not.toBe(item?.itemId);
    expect(await store.state(scope, KIT)).toEqual({
      ...{ open: 499, leased: 2, reviewed: 0, policy: undefined, isCaughtUp: true },
    });
    const itemId = item?.itemId ?? '';
    expect(await store.renew(scope, itemId, 'ann', 60_000)).toMatchObject({ itemId });
    expect(await store.renew(scope, itemId, 'bob', 60_000)).toBe('lost');
    expect(await store.giveBack(scope, itemId, 'bob')).toBe('lost');
    for (const unknown of ['nope', newId('rvi')])
      expect([await store.renew(scope, unknown, 'ann', 1), await store.giveBack(scope, unknown, 'ann')]).toEqual([
        undefined,
        undefined,
      ]);
    expect(await store.giveBack(scope, itemId, 'ann')).toBe(true);
    expect(await store.state(scope, KIT)).toMatchObject({ open: 500, leased: 1 });
  });

  it('has a policy, whose changes the audit log tells', async () => {
    const store = createReviewQueueStore(test.database);
    const policy = { random: 0.5, belowConfidence: undefined, match: [], secondReview: 0 };
    expect(await store.policyOf(scope.workspaceId, KIT)).toBeUndefined();
    await store.deletePolicy(scope.workspaceId, KIT);
    await store.setPolicy(scope.workspaceId, KIT, policy, NOW, NOW);
    await store.setPolicy(scope.workspaceId, KIT, { ...policy, random: 1 }, NOW, NOW);
    expect(await store.policyOf(scope.workspaceId, KIT)).toMatchObject({ random: 1, match: [] });
    expect(await store.state(scope, KIT)).toMatchObject({ policy: { random: 1, updatedAt: NOW }, isCaughtUp: true });
    const [run = ''] = [await addRun()];
    const drawn = { probability: 0.5, reasons: [{ kind: 'random' as const }], rank: 0.1, needsSecond: true };
    const before = (await store.state(scope, KIT)).open;
    expect(await store.add(scope, KIT, [{ run, item: drawn }], NOW)).toBe(1);
    expect((await store.state(scope, KIT)).open).toBe(before + 2);
    await store.deletePolicy(scope.workspaceId, KIT);
    expect(await store.state(scope, KIT)).toMatchObject({ open: before, policy: undefined });
    expect(
      (await audited('review_policy.')).map((entry) => [(entry as unknown[])[0], (entry as unknown[])[5]]),
    ).toEqual([
      ['review_policy.saved', { changes: { random: { to: 0.5 }, match: { to: [] }, secondReview: { to: 0 } } }],
      ['review_policy.saved', { changes: { random: { from: 0.5, to: 1 } } }],
      ['review_policy.deleted', null],
    ]);
  });
});
