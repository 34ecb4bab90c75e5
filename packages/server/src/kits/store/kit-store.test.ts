/** What the database itself enforces, independent of our code. */

import { checkKit } from '@brickwork/engine/kits/check-kit';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createWorkspace } from '../../access/manage-workspaces.ts';
import { DEFAULT_PLANS } from '../../access/plans.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { systemClock } from '../../core/clock.ts';
import { decodeId, newUuid } from '../../core/ids.ts';
import { createKitStore } from './kit-store.ts';
import type { KitDraft } from './store-version.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function workspace(name: string): Promise<string> {
  const access = { store: createAccessStore(test.database), clock: systemClock, plans: DEFAULT_PLANS };
  return (await createWorkspace(access, name, 'team')).id;
}

function draftOf(slug: string, codes: string[]): KitDraft {
  const checked = checkKit({ kit: slug, bricks: [{ key: 'a', type: 'boolean', question: '?' }] });
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return {
    kit: checked.kit,
    hash: Buffer.from(hashKit(checked.kit), 'hex'),
    bytes: 1,
    publish: true,
    by: undefined,
    now: new Date(),
    newId: () => newUuid(),
    newCode: () => codes.shift() ?? 'ZZZZZZZZ',
  };
}

describe('kit codes', () => {
  it('are never given out twice, not even after the workspace that had one is gone', async () => {
    const store = createKitStore(test.database);
    const [first, second] = [await workspace('first'), await workspace('second')];
    expect((await store.push(first, draftOf('one', ['AAAAAAAA']))).head.kitCode).toBe('AAAAAAAA');
    const taken = await store.push(second, draftOf('two', ['AAAAAAAA', 'AAAAAAAA', 'BBBBBBBB']));
    expect(taken.head.kitCode).toBe('BBBBBBBB');
    await test.database.query('DELETE FROM workspaces WHERE id = $1', [decodeId('ws', first)]);
    const { rows } = await test.database.query('SELECT id FROM kit_versions WHERE workspace_id = $1', [
      decodeId('ws', first),
    ]);
    expect(rows).toEqual([]);
    const later = await store.push(second, draftOf('three', ['AAAAAAAA', 'CCCCCCCC']));
    expect(later.head.kitCode).toBe('CCCCCCCC');
  });
});

describe('a kit version', () => {
  it('cannot be changed in the database, not even by us', async () => {
    const store = createKitStore(test.database);
    const { head } = await store.push(await workspace('third'), draftOf('fixed', ['DDDDDDDD']));
    for (const change of [
      `document = '{}'`,
      'version = 7',
      `brick_ids = '{}'`,
      'published_at = NULL',
      'published_at = now()',
    ]) {
      await expect(
        test.database.query(`UPDATE kit_versions SET ${change} WHERE id = $1`, [head.kitVersionId]),
      ).rejects.toThrow(/is immutable/);
    }
  });

  it('keeps the order in which its author wrote it', async () => {
    const store = createKitStore(test.database);
    const workspaceId = await workspace('fourth');
    const draft = draftOf('ordered', ['EEEEEEEE']);
    const fields = { zeta: { type: 'string', required: false }, a: { type: 'conversation', required: true } } as const;
    const { head } = await store.push(workspaceId, { ...draft, kit: { ...draft.kit, input: { fields } } });
    const content = await store.loadContent(workspaceId, head.kitVersionId);
    expect(Object.keys(content?.kit.input.fields ?? {})).toEqual(['zeta', 'a']);
  });
});
