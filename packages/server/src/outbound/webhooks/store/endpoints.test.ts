/** How an endpoint changes: what it keeps, what the audit log says, and what becomes of what waits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../../access/store/access-store.ts';
import { decodeId, newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import { laneOf } from '../../../queue/lane.ts';
import { LaneClock } from '../../../queue/lane-clock.ts';
import { createEndpointStore } from './endpoints.ts';
import { createRecordEvents } from './record-events.ts';

let test: TestDatabase;
let endpoints: ReturnType<typeof createEndpointStore>;
const lanes = { clock: new LaneClock(), capacity: 2 };
beforeAll(async () => {
  test = await createTestDatabase();
  endpoints = createEndpointStore(test.database, lanes);
});
afterAll(() => test.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

let workspaces = 0;

async function scopeOf(): Promise<Scope> {
  const workspaceId = newId('ws');
  workspaces += 1;
  const name = `workspace-${workspaces}`;
  await createAccessStore(test.database).insertWorkspace({
    id: workspaceId,
    name,
    plan: 'unlimited',
    createdAt: at(0),
  });
  return { workspaceId, environment: 'live' };
}

const put = (scope: Scope, minute: number, url: string, more: object = {}) =>
  endpoints.put(scope, {
    endpointId: newId('whe'),
    url,
    secret: Buffer.from(`sealed ${minute}`),
    secretHint: `hint ${minute}`,
    now: at(minute),
    overlapMs: 60_000,
    includesSandbox: undefined,
    isMasked: undefined,
    isNewMasked: false,
    isSameUrl: (current) => current === url,
    isReadable: () => true,
    ...more,
  });

async function audited({ workspaceId }: Scope): Promise<unknown[]> {
  const { rows } = await test.database.query<{ action: string; details: unknown }>(
    `SELECT action, details FROM audit_entries WHERE workspace_id = $1 AND action LIKE 'webhook.%' ORDER BY at, id`,
    [decodeId('ws', workspaceId)],
  );
  return rows.map(({ action, details }) => [action, details]);
}

async function previousOf({ workspaceId }: Scope): Promise<unknown[]> {
  const { rows } = await test.database.query<{ secret: Buffer; previous_secret: Buffer; previous_secret_until: Date }>(
    'SELECT secret, previous_secret, previous_secret_until FROM webhook_endpoints WHERE workspace_id = $1',
    [decodeId('ws', workspaceId)],
  );
  return rows.flatMap((row) => [String(row.secret), String(row.previous_secret), row.previous_secret_until]);
}

/** What is told to other nodes while `work` is done. */
async function toldDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const client = await test.database.connect();
  try {
    const told: unknown[] = [];
    client.on('notification', ({ payload }) => told.push(payload));
    await client.query('LISTEN brickwork');
    await work();
    await client.query(`NOTIFY brickwork, 'end'`);
    await expect.poll(() => told.at(-1)).toBe('end');
    return told.slice(0, -1);
  } finally {
    await client.end();
  }
}

const A = 'https://a.example.com/in?token=secret';
const B = 'https://b.example.com:8443/in';

describe('an endpoint that is put', () => {
  it('is new, and known from then on', async () => {
    const scope = await scopeOf();
    expect(await endpoints.find(scope)).toBeUndefined();
    const { endpoint, isNew, movedFrom, secret } = await put(scope, 1, A, { includesSandbox: true });
    expect([isNew, movedFrom, String(secret)]).toEqual([true, undefined, 'sealed 1']);
    expect(endpoint).toMatchObject({ url: A, secretHint: 'hint 1', isEnabled: true, includesSandbox: true });
    expect(endpoint).toMatchObject({ createdAt: at(1), updatedAt: at(1), disabledReason: undefined, isMasked: false });
    expect(await endpoints.find(scope)).toEqual(endpoint);
    expect(await audited(scope)).toEqual([['webhook.saved', { host: 'a.example.com', include_sandbox: true }]]);
  });

  it('again is as it was, and no news', async () => {
    const scope = await scopeOf();
    const first = await put(scope, 1, A);
    const again = await put(scope, 2, A);
    expect(again).toEqual({ ...first, isNew: false });
    expect(await audited(scope)).toHaveLength(1);
    const asked = await put(scope, 3, A, { isMasked: true });
    expect(asked.endpoint).toMatchObject({ isMasked: true, includesSandbox: false, updatedAt: at(3) });
    expect((await put(scope, 4, A, { includesSandbox: true })).endpoint).toMatchObject({
      ...{ isMasked: true, includesSandbox: true, updatedAt: at(4) },
    });
    expect((await put(scope, 5, A, { includesSandbox: true, isMasked: true })).endpoint.updatedAt).toEqual(at(4));
    expect(await audited(scope)).toHaveLength(3);
  });

  it('elsewhere has a new secret, is enabled, and forgets that it wanted the sandbox', async () => {
    const scope = await scopeOf();
    const { endpoint } = await put(scope, 1, A, { includesSandbox: true });
    await endpoints.setEnabled(scope, endpoint.endpointId, false, at(2));
    const told = await toldDuring(async () => {
      const moved = await put(scope, 3, B);
      expect([moved.isNew, moved.movedFrom, String(moved.secret)]).toEqual([false, A, 'sealed 3']);
      const expected = { url: B, secretHint: 'hint 3', updatedAt: at(3), isEnabled: true, includesSandbox: false };
      expect(moved.endpoint).toEqual({ ...endpoint, ...expected });
    });
    expect(told).toContain(`endpoint_moved:${laneOf(scope)}`);
    expect(await previousOf(scope)).toEqual(['sealed 3', 'sealed 1', at(4)]);
    expect((await audited(scope)).at(-1)).toEqual([
      'webhook.saved',
      { host: 'b.example.com:8443', moved_from: 'a.example.com', include_sandbox: false },
    ]);
  });

  it('at the same place with a secret that nobody can open has a new one, and interrupts nothing', async () => {
    const scope = await scopeOf();
    await put(scope, 1, A, { includesSandbox: true });
    const told = await toldDuring(async () => {
      const { endpoint, movedFrom } = await put(scope, 2, A, { isReadable: () => false });
      expect([endpoint.secretHint, endpoint.includesSandbox, movedFrom]).toEqual(['hint 2', true, undefined]);
    });
    expect(told).not.toContain(`endpoint_moved:${laneOf(scope)}`);
  });

  it.each([
    // Was masked, asked for, put by somebody who sees masks, elsewhere: is masked.
    [false, undefined, false, true, false],
    [false, undefined, true, true, true],
    [false, undefined, true, false, false],
    [true, undefined, false, true, true],
    [true, false, true, true, false],
    [false, true, false, true, true],
  ])(
    'is masked as it was (%s), or is to be (%s), by whoever sees masks (%s)',
    async (was, isMasked, isNewMasked, isMoved, is) => {
      const scope = await scopeOf();
      const first = await put(scope, 1, A, { isNewMasked: was });
      expect(first.endpoint.isMasked).toBe(was);
      const second = await put(scope, 2, isMoved ? B : A, { isMasked, isNewMasked });
      expect(second.endpoint.isMasked).toBe(is);
    },
  );
});

describe('an endpoint', () => {
  it('has its secret rotated, under its own id only', async () => {
    const scope = await scopeOf();
    const next = { secret: Buffer.from('next'), secretHint: 'hint', now: at(5), overlapMs: 60_000 };
    const unknown = newId('whe');
    expect(await endpoints.rotate(scope, unknown, next)).toBeUndefined();
    const { endpoint } = await put(scope, 1, A);
    expect(await endpoints.rotate(scope, unknown, next)).toBeUndefined();
    const rotated = await endpoints.rotate(scope, endpoint.endpointId, next);
    expect(rotated).toEqual({ ...endpoint, secretHint: 'hint', updatedAt: at(5) });
    expect(await previousOf(scope)).toEqual(['next', 'sealed 1', at(6)]);
    expect((await audited(scope)).at(-1)).toEqual(['webhook.secret_rotated', null]);
  });

  it('is disabled and enabled once, under its own id only', async () => {
    const scope = await scopeOf();
    const unknown = newId('whe');
    expect(await endpoints.setEnabled(scope, unknown, false, at(2))).toBeUndefined();
    const { endpoint } = await put(scope, 1, A);
    const { endpointId } = endpoint;
    expect(await endpoints.setEnabled(scope, unknown, false, at(2))).toBeUndefined();
    const off = { ...endpoint, isEnabled: false, disabledReason: 'manual', updatedAt: at(2) };
    expect(await endpoints.setEnabled(scope, endpointId, false, at(2))).toEqual(off);
    expect(await endpoints.setEnabled(scope, endpointId, false, at(3))).toEqual(off);
    const on = { ...endpoint, updatedAt: at(4) };
    expect(await endpoints.setEnabled(scope, endpointId, true, at(4))).toEqual(on);
    expect(await endpoints.setEnabled(scope, endpointId, true, at(5))).toEqual(on);
    expect((await audited(scope)).slice(1)).toEqual([
      ['webhook.disabled', { reason: 'manual' }],
      ['webhook.enabled', null],
    ]);
  });

  it('is removed with what waits for it, under its own id only', async () => {
    const scope = await scopeOf();
    const unknown = newId('whe');
    expect(await endpoints.remove(scope, unknown, at(2))).toBe(false);
    const { endpoint } = await put(scope, 1, A);
    const event = { ...scope, eventId: newId('evt'), type: 'webhook.test', createdAt: at(1), body: '{}' } as const;
    await test.database.transaction((tx) => createRecordEvents(lanes)(tx, [event]));
    expect(await endpoints.remove(scope, unknown, at(2))).toBe(false);
    const told = await toldDuring(async () => {
      expect(await endpoints.remove(scope, endpoint.endpointId, at(2))).toBe(true);
    });
    expect(told).toContain(`endpoint_moved:${laneOf(scope)}`);
    expect(await endpoints.find(scope)).toBeUndefined();
    const { rows } = await test.database.query(
      `SELECT status, updated_at, (SELECT count(*)::int FROM jobs WHERE id = event_id) AS jobs FROM webhook_deliveries WHERE workspace_id = $1`,
      [decodeId('ws', scope.workspaceId)],
    );
    expect(rows).toEqual([{ status: 'cancelled', updated_at: at(2), jobs: 0 }]);
    expect((await audited(scope)).at(-1)).toEqual(['webhook.deleted', null]);
  });
});
