import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { type ImportedRun, type ImportRuns, importRuns } from './import-runs.ts';
import type { Imported, NewImport } from './store/store-imports.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const KIT = {
  ...{ kitId: 'k', kitCode: 'ABCDEFGH', kitVersionId: 'v', version: 3, status: 'published' },
  kit: {
    input: { fields: { transcript: { type: 'string' } } },
    bricks: [
      { key: 'solved', type: 'boolean', question: 'Was it solved?' },
      { key: 'note', type: 'text', question: 'What else?', on_invalid: 'omit' },
    ],
  },
};
const lineOf = (more: Partial<ImportedRun> = {}): ImportedRun => ({
  ...{ externalId: undefined, occurredAt: undefined, metadata: { team: 'a' }, warnings: ['w'], engine: 'local' },
  ...{ input: { transcript: 'Agent: Hi.\nCustomer: Hello.' }, bricks: { solved: { value: true } as never } },
  ...more,
});

function setUp(known: (run: NewImport) => Imported['outcome'] | Error = () => 'created') {
  const stored: NewImport[][] = [];
  const taken: unknown[] = [];
  const told: boolean[] = [];
  const earlier = new Map<string, Imported>();
  const deps = {
    store: {
      import: async (_scope: unknown, runs: NewImport[]) => {
        stored.push(runs);
        return new Map(
          runs.map((run) => {
            const outcome = known(run);
            if (outcome instanceof Error) throw outcome;
            const before = earlier.get(run.key);
            const entry = before ?? { outcome, runId: run.runId, fingerprint: run.fingerprint };
            earlier.set(run.key, { ...entry, outcome: 'known' });
            return [run.key, before === undefined ? entry : { ...before, outcome: 'known' }];
          }),
        );
      },
    },
    clock: { now: () => NOW },
    kits: {
      store: { findHead: async () => KIT, loadContent: async () => ({ kit: KIT.kit }) },
      cache: new Map(),
    },
    checks: {},
    quota: {
      take: async (_principal: unknown, of: unknown) => {
        taken.push(of);
        return (isStored: boolean) => told.push(isStored);
      },
    },
    pool: {},
  } as unknown as ImportRuns;
  const load = async (...lines: ImportedRun[]) =>
    (await importRuns(deps, { workspaceId: 'ws_1', environment: 'live' } as never, { kitCode: 'ABCDEFGH' }, lines)).map(
      (line) => (line.outcome === 'refused' ? `refused: ${line.error.code}` : line.outcome),
    );
  return { load, stored, taken, told };
}

describe('importRuns', () => {
  it('stores what was answered elsewhere, and says so', async () => {
    const { load, stored, taken, told } = setUp();
    expect(await load(lineOf({ externalId: 'ext', occurredAt: '2025-01-01T00:00:00Z' }))).toEqual(['created']);
    expect(stored[0]).toMatchObject([
      {
        ...{ kitId: 'k', kitCode: 'ABCDEFGH', kitVersionId: 'v', kitVersion: 3, externalId: 'ext', engine: 'local' },
        ...{ metadata: { team: 'a' }, createdAt: NOW, occurredAt: new Date('2025-01-01T00:00:00Z') },
        output: '{"kit_code":"ABCDEFGH","kit_version_id":"v","bricks":{"solved":{"value":true}}}',
        warnings: ['w', expect.stringContaining('outside this service')],
      },
    ]);
    const [run] = stored[0] as [NewImport];
    expect(run.keyExpiresAt.getTime() - NOW.getTime()).toBe(3_650 * 86_400_000);
    expect(taken).toEqual([{ runs: 1, bytes: Buffer.byteLength(run.input) + Buffer.byteLength(run.output) }]);
    expect(told).toEqual([true]);
  });

  it('stores a conversation once, in one request or in two, and refuses other answers for it', async () => {
    const { load, stored, told } = setUp();
    const other = lineOf({ bricks: { solved: { value: false } as never } });
    expect(await load(lineOf(), lineOf(), other)).toEqual(['created', 'replayed', 'refused: idempotency_key_conflict']);
    expect(stored[0]).toHaveLength(1);
    expect(await load(lineOf())).toEqual(['replayed']);
    expect(await load(other)).toEqual(['refused: idempotency_key_conflict']);
    expect(told).toEqual([true, false, false]);
  });

  it('knows a conversation by its id, or else by its words', async () => {
    const { load } = setUp();
    const input = { transcript: 'Agent: Bye.\nCustomer: Bye.' };
    expect(await load(lineOf({ externalId: 'a' }), lineOf({ externalId: 'b' }), lineOf())).toEqual([
      ...['created', 'created', 'created'],
    ]);
    expect(await load(lineOf({ externalId: 'a', input }))).toEqual(['refused: idempotency_key_conflict']);
    expect(await load(lineOf({ input }))).toEqual(['created']);
    for (const more of [{ engine: 'x' }, { warnings: [] }, { metadata: {} }, { occurredAt: '2025-01-01T00:00:00Z' }])
      expect(await load(lineOf(more))).toEqual(['refused: idempotency_key_conflict']);
  });

  it('refuses a line on its own', async () => {
    const { load, stored } = setUp();
    const invalid = lineOf({ bricks: { solved: { value: 'yes' } as never } });
    const long = (length: number) =>
      lineOf({ externalId: 'long', bricks: { solved: { value: true, reason: 'x'.repeat(length) } as never } });
    const output = '{"kit_code":"ABCDEFGH","kit_version_id":"v","bricks":{"solved":{"value":true,"reason":""}}}'.length;
    expect(await load(invalid, lineOf(), long(256 * 1024 - output + 1))).toEqual([
      ...['refused: answers_invalid', 'created', 'refused: answers_invalid'],
    ]);
    expect(await load(long(256 * 1024 - output))).toEqual(['created']);
    expect(stored).toHaveLength(2);
    expect(await load(invalid)).toEqual(['refused: answers_invalid']);
    expect(stored).toHaveLength(2);
  });

  it('gives the room back where storing failed', async () => {
    const { load, told } = setUp(() => new ServiceError('unavailable'));
    await expect(load(lineOf())).rejects.toMatchObject({ code: 'unavailable' });
    expect(told).toEqual([false]);
  });
});
