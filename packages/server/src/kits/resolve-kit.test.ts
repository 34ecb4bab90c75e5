import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { createWorkspace } from '../access/manage-workspaces.ts';
import { DEFAULT_PLANS } from '../access/plans.ts';
import { createAccessStore } from '../access/store/access-store.ts';
import { systemClock } from '../core/clock.ts';
import { createKitCache } from './kit-cache.ts';
import { checksInPlace } from './kit-checks.ts';
import { pushKit } from './push-kit.ts';
import { resolveKit } from './resolve-kit.ts';
import type { VersionHead } from './store/kit-rows.ts';
import { createKitStore, type KitReference, type KitStore } from './store/kit-store.ts';

let database: TestDatabase;
let store: KitStore;
let workspaceId: string;
let live: VersionHead;
let draft: VersionHead;
const document = (name: string) => ({ kit: 'review', name, bricks: [{ key: 'a', type: 'boolean', question: '?' }] });
beforeAll(async () => {
  database = await createTestDatabase();
  const access = { store: createAccessStore(database.database), clock: systemClock, plans: DEFAULT_PLANS };
  workspaceId = (await createWorkspace(access, 'default', 'team')).id;
  store = createKitStore(database.database);
  const deps = { store, clock: systemClock, checks: checksInPlace };
  live = (await pushKit(deps, workspaceId, document('Live'), { publish: true })).head;
  draft = (await pushKit(deps, workspaceId, document('Draft'), { publish: false })).head;
});
afterAll(() => database.close());

/** What was asked of storage, in order. */
function watched() {
  const asked: string[] = [];
  const deps = {
    cache: createKitCache(),
    store: {
      findHead: (...args: Parameters<KitStore['findHead']>) => {
        asked.push('head');
        return store.findHead(...args);
      },
      loadContent: (...args: Parameters<KitStore['loadContent']>) => {
        asked.push('content');
        return store.loadContent(...args);
      },
    },
  };
  return { deps, asked };
}

describe('resolveKit', () => {
  it('finds the live version by code and id, and exactly one by version id', async () => {
    const { deps } = watched();
    for (const reference of [
      { kitCode: live.kitCode },
      { kitId: live.kitId },
      { kitVersionId: live.kitVersionId },
    ] satisfies KitReference[]) {
      expect(await resolveKit(deps, workspaceId, reference, 'api')).toMatchObject({
        kitVersionId: live.kitVersionId,
        version: 1,
        kit: { name: 'Live' },
        brickIds: [expect.any(String)],
      });
    }
  });

  it('gives drafts to the sandbox only', async () => {
    const { deps } = watched();
    const reference = { kitVersionId: draft.kitVersionId };
    expect(await resolveKit(deps, workspaceId, reference, 'sandbox')).toMatchObject({ version: 2 });
    await expect(resolveKit(deps, workspaceId, reference, 'api')).rejects.toMatchObject({ code: 'kit_not_found' });
  });

  it('reads a document once, and only the version afterwards', async () => {
    const { deps, asked } = watched();
    for (let times = 0; times < 3; times += 1) await resolveKit(deps, workspaceId, { kitCode: live.kitCode }, 'api');
    expect(asked).toEqual(['head', 'content', 'head', 'head']);
  });

  it('does not query for an impossible name', async () => {
    const { deps, asked } = watched();
    for (const reference of [{ kitCode: 'lower-case' }, { kitVersionId: 'no uuid' }, { kitId: '\0' }]) {
      await expect(resolveKit(deps, workspaceId, reference, 'api')).rejects.toMatchObject({ code: 'kit_not_found' });
    }
    expect(asked).toEqual([]);
  });
});
