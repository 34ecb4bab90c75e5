/** Every evaluation thread loads its modules again: what it does not need costs memory and time in each of them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedWordTable } from '../src/words/vectors/word-vectors.ts';

let loaded: string[];

beforeAll(async () => {
  const thread = new Worker(new URL('./support/modules-of-thread.ts', import.meta.url), {
    workerData: sharedWordTable(),
  });
  [loaded] = (await once(thread, 'message')) as [string[]];
  await thread.terminate();
});

const within = (folder: string) => loaded.filter((url) => url.includes(folder)).map((url) => url.split(folder)[1]);

describe('an evaluation thread', () => {
  it('loads of the contract what belongs to kits, and nothing of endpoints', () => {
    const contract = within('/packages/contract/src/');
    expect(contract).toContain('kit.ts');
    expect(contract.filter((file) => /endpoint|openapi|request|intake/.test(file ?? ''))).toEqual([]);
  });

  it('loads no model provider, no database and no HTTP server', () => {
    for (const folder of ['/node_modules/ai/', '/@ai-sdk/', '/node_modules/pg/', '/fastify/', '/packages/server/'])
      expect(within(folder)).toEqual([]);
  });

  it('loads few modules of this repository beside the formats of conversations', () => {
    const own = loaded.filter((url) => /\/packages\/[a-z]+\/src\//.test(url));
    const others = own.filter((url) => !url.includes('/engine/src/conversation/'));
    expect(others.length).toBeGreaterThan(50);
    expect(others.length).toBeLessThanOrEqual(205);
  });
});
