import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { createKitCache } from '../../kits/kit-cache.ts';
import type { ContrastResult } from './contrast.ts';
import { type RunContrast, runContrast } from './run-contrast.ts';

const ended = new AbortController();
afterEach(() => ended.abort());

it('a contrast counts the calls that were erased meanwhile, or cannot be read, and reads the others', async () => {
  const uuids = Array.from({ length: 40 }, () => newUuid()).toSorted();
  const [inside, against] = [uuids.slice(0, 12), uuids.slice(12)];
  const [gone, broken] = inside;
  const told: number[] = [];
  let result: ContrastResult | undefined;
  const transcriptOf = (id: string) => `Customer: ${inside.includes(id) ? 'There was broken glass.' : 'All is well.'}`;
  const inputOf = (id: string) => (id === broken ? '{' : JSON.stringify({ transcript: transcriptOf(id) }));
  const deps = {
    ...{ clock: systemClock, logger: silentLogger, scopeOf: () => ({ workspaceId: 'ws_1', environment: 'live' }) },
    jobs: { putBack: async () => true },
    kits: { store: { loadContent: async () => undefined }, cache: createKitCache() },
    speakers: { findSpeakers: async () => ({ agents: [], rules: [] }) },
    contrasts: {
      find: async () => ({ contrastId: 'ctr_1', side: 'customer', limit: 10 }),
      calls: async () => ({ inside, against }),
      inputs: async (_scope: unknown, ids: readonly string[]) =>
        ids
          .filter((id) => id !== gone)
          .map((id) => ({ id, kit_code: 'A', kit_version_id: 'B', metadata: null, input: inputOf(id) })),
      tell: async (_scope: unknown, _id: string, read: number) => told.push(read) > 0,
      async finish(_scope: unknown, _id: string, _job: unknown, found: ContrastResult) {
        result = found;
        return true;
      },
    },
  } as unknown as RunContrast;
  await runContrast(deps, { id: newUuid(), lane: 'lane', token: newUuid(), attempts: 1 }, ended.signal);
  expect(told).toEqual([12, 40]);
  expect(result).toMatchObject({ calls: { inside: 10, against: 28 }, unread: 2 });
  const [first] = result?.phrases ?? [];
  expect(first).toMatchObject({ phrase: 'broken glass', inside: 10, against: 0 });
  expect(first?.runIds).toEqual(inside.slice(2).map((uuid) => encodeId('run', uuid)));
});
