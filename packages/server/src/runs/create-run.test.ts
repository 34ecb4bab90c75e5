import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { type CreateRun, createRun, type RunRequest, textOf, withStated } from './create-run.ts';
import { fingerprint } from './fingerprint.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const KIT = {
  ...{ kitId: 'k', kitCode: 'ABCDEFGH', kitVersionId: 'v', version: 3, status: 'published' },
  kit: { input: { fields: { transcript: { type: 'string' } } }, bricks: [] },
};
const PRINCIPAL = { workspaceId: 'ws_1', environment: 'live', plan: 'small' } as never;
const REQUEST: RunRequest = {
  ...{ kitCode: 'ABCDEFGH', kitVersionId: undefined, type: 'api', mode: 'async', inputText: undefined },
  ...{ externalId: 'ext', metadata: { team: 'a' }, input: { transcript: 'Agent: Hi.\nCustomer: Hello.' } },
};

function setUp(outcome: unknown = { outcome: 'created' }, { known = undefined as unknown, isFull = false } = {}) {
  const accepted: Record<string, unknown>[] = [];
  const told: boolean[] = [];
  const asked: unknown[] = [];
  const deps = {
    store: {
      accept: async (run: Record<string, unknown>) => {
        accepted.push(run);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      findReplay: async (_scope: unknown, key: unknown) => {
        asked.push(key);
        return known;
      },
    },
    clock: { now: () => NOW },
    plans: { small: { runsAtOnce: 4 } },
    kits: {
      store: { findHead: async () => (isFull ? undefined : KIT), loadContent: async () => ({ kit: KIT.kit }) },
      cache: new Map(),
    },
    checks: {},
    quota: {
      take: async (_principal: unknown, of: unknown) => {
        asked.push(of);
        return (isStored: boolean) => told.push(isStored);
      },
    },
  } as unknown as CreateRun;
  return { deps, accepted, told, asked };
}
const EARLIER = { runId: 'run_0', status: 'succeeded', type: 'api', kitVersionId: 'v0' };

describe('createRun', () => {
  it('stores what was sent, with the version of the kit', async () => {
    const { deps, accepted, told, asked } = setUp();
    const created = await createRun(deps, PRINCIPAL, REQUEST);
    expect(created).toMatchObject({ status: 'processing', type: 'api', kitVersionId: 'v', isReplay: false });
    expect(accepted).toMatchObject([
      {
        ...{ workspaceId: 'ws_1', environment: 'live', runId: created.runId, type: 'api', mode: 'async' },
        ...{ kitId: 'k', kitCode: 'ABCDEFGH', kitVersionId: 'v', kitVersion: 3, externalId: 'ext' },
        ...{ metadata: { team: 'a' }, input: JSON.stringify(REQUEST.input), createdAt: NOW, capacity: 4 },
      },
    ]);
    expect(accepted[0]).toMatchObject({ idempotency: undefined, occurredAt: undefined });
    expect(asked).toEqual([{ runs: 1, text: JSON.stringify(REQUEST.input) }]);
    expect(told).toEqual([true]);
  });

  it('has no limit where the plan has none, and the time that was sent', async () => {
    const { deps, accepted } = setUp();
    await createRun(deps, { ...(PRINCIPAL as object), plan: 'other' } as never, {
      ...REQUEST,
      occurredAt: '2026-01-01T00:00:00Z',
    });
    expect(accepted[0]).toMatchObject({ capacity: null, occurredAt: new Date('2026-01-01T00:00:00Z') });
  });

  it('keeps a key for three days with what was sent, or as long as is asked for with anything', async () => {
    const { deps, accepted } = setUp();
    await createRun(deps, PRINCIPAL, REQUEST, 'mine');
    const { mode: _mode, inputText: _text, ...parts } = REQUEST;
    expect(accepted[0]?.idempotency).toEqual({
      key: 'mine',
      fingerprint: fingerprint(parts),
      expiresAt: new Date('2026-01-13T00:00:00Z'),
    });
    await createRun(deps, PRINCIPAL, REQUEST, { keyForAnyRequest: 'any', keptMs: 1_000 });
    expect(accepted[1]?.idempotency).toEqual({
      key: 'any',
      fingerprint: Buffer.alloc(32),
      expiresAt: new Date(NOW.getTime() + 1_000),
    });
  });

  it('answers a repeated request with its run, and takes no room for it', async () => {
    const { deps, told } = setUp({ outcome: 'replayed', run: EARLIER });
    expect(await createRun(deps, PRINCIPAL, REQUEST, 'mine')).toEqual({ ...EARLIER, isReplay: true });
    expect(told).toEqual([false]);
    await expect(createRun(setUp({ outcome: 'conflict' }).deps, PRINCIPAL, REQUEST, 'mine')).rejects.toMatchObject({
      code: 'idempotency_key_conflict',
    });
  });

  it('answers a repeated request even where its kit is gone', async () => {
    const { deps, accepted } = setUp(undefined, { isFull: true, known: { outcome: 'replayed', run: EARLIER } });
    expect(await createRun(deps, PRINCIPAL, REQUEST, 'mine')).toEqual({ ...EARLIER, isReplay: true });
    expect(accepted).toEqual([]);
    await expect(createRun(deps, PRINCIPAL, REQUEST)).rejects.toMatchObject({ code: 'kit_not_found' });
    const unknown = setUp(undefined, { isFull: true });
    await expect(createRun(unknown.deps, PRINCIPAL, REQUEST, 'mine')).rejects.toMatchObject({ code: 'kit_not_found' });
  });

  it('gives the room back where storing failed, and says that it is unknown', async () => {
    const { deps, told } = setUp(new Error('broken'));
    await expect(createRun(deps, PRINCIPAL, REQUEST)).rejects.toMatchObject({ code: 'run_request_failed' });
    expect(told).toEqual([false]);
    const away = setUp(new ServiceError('unavailable'));
    await expect(createRun(away.deps, PRINCIPAL, REQUEST)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('withStated', () => {
  it('fills in what the request leaves out', () => {
    expect(withStated({ agent: 'Ann' }, { agent: 'Bob', channel: 'chat' })).toEqual({ agent: 'Ann', channel: 'chat' });
    expect(withStated(undefined, { agent: 'Bob' })).toEqual({ agent: 'Bob' });
    expect(withStated(undefined, {})).toBeUndefined();
    const long = (length: number) => withStated(undefined, { agent: 'x'.repeat(length) });
    expect([long(512)?.agent?.length, long(513)]).toEqual([512, undefined]);
  });

  it('fills in all of it or nothing, where there is no room', () => {
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    const stated = { agent: 'Bob', channel: 'chat' } as const;
    expect(Object.keys(withStated(pairs(14), stated) ?? {})).toHaveLength(16);
    expect(withStated(pairs(15), stated)).toEqual(pairs(15));
  });
});

describe('textOf', () => {
  it('is what was sent, where nothing has to be decoded', () => {
    expect(textOf({ input: { a: 'b' }, inputText: '{ "a": "b" }' })).toBe('{ "a": "b" }');
    expect(textOf({ input: { a: 'ü' }, inputText: '{ "a": "\\u00fc" }' })).toBe('{"a":"ü"}');
    expect(textOf({ input: { a: 'b' }, inputText: undefined })).toBe('{"a":"b"}');
  });

  it('refuses half a character, and not what only looks like one', () => {
    expect(() => textOf({ input: { a: '\ud83d' }, inputText: undefined })).toThrow('broken Unicode character');
    expect(() => textOf({ input: { a: '\udfff' }, inputText: undefined })).toThrow('broken Unicode character');
    for (const text of ['😀', '\\ud83d', '\\\\ud83d'])
      expect(textOf({ input: { a: text }, inputText: undefined })).toBe(JSON.stringify({ a: text }));
  });
});

describe('fingerprint', () => {
  const { mode: _mode, inputText: _text, ...parts } = REQUEST;
  it('tells requests apart, whatever the order of their members', () => {
    const of = (more: object) => fingerprint({ ...parts, ...more }).toString('hex');
    expect(of({ input: { b: 1, a: 2 } })).toBe(of({ input: { a: 2, b: 1 } }));
    const all = [
      {},
      { kitCode: undefined },
      { kitVersionId: 'v' },
      { input: {} },
      { type: 'sandbox' },
      { externalId: undefined },
      { metadata: undefined },
      { occurredAt: '2026-01-01T00:00:00Z' },
    ];
    expect(new Set(all.map(of)).size).toBe(all.length);
    expect(of({ occurredAt: undefined })).toBe(of({}));
  });
});
