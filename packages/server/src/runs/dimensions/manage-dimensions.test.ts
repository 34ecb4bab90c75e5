import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { conditionsOf, dimensionKeys } from './dimension-keys.ts';
import { deleteDimension, listDimensions, putDimension } from './manage-dimensions.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const row = (name: string, metadataKey: string | undefined = `${name}_key`) => ({ name, metadataKey, label: name });

function setUp(rows: { name: string; metadataKey: string | undefined; label: string }[] = []) {
  const saved: unknown[] = [];
  const deps = {
    dimensions: {
      rows: async () => rows,
      save: async (workspaceId: string, at: Date, change: (found: typeof rows) => unknown) =>
        void saved.push([workspaceId, at, change(rows)]),
    },
    clock: { now: () => NOW },
  } as never;
  return { deps, saved };
}
const namesOf = async (rows: Parameters<typeof setUp>[0]) =>
  (await listDimensions(setUp(rows).deps, 'ws_1')).map(({ name }) => name);

describe('dimensions', () => {
  it('are four from the start, and those of the workspace, by name', async () => {
    const names = await namesOf([]);
    expect(names).toHaveLength(4);
    const [first = ''] = names;
    expect(await namesOf([row('zone'), row('aisle')])).toEqual(['aisle', ...names, 'zone'].toSorted());
    expect(await namesOf([{ name: first, metadataKey: undefined, label: '' }])).toEqual(names.slice(1));
    const renamed = await listDimensions(setUp([row(first, 'mine')]).deps, 'ws_1');
    expect(renamed.find(({ name }) => name === first)).toMatchObject({ metadataKey: 'mine' });
  });

  it('are new or changed, each with a key of its own', async () => {
    const zone = { name: 'zone', metadataKey: 'zone', label: 'Zone' };
    const { deps, saved } = setUp([row('desk', 'crm_desk')]);
    expect(await putDimension(deps, 'ws_1', zone)).toEqual({ dimension: zone, isNew: true });
    expect(saved).toEqual([['ws_1', NOW, zone]]);
    const desk = { ...row('desk', 'crm_desk'), metadataKey: 'crm_desk', label: 'Desk' };
    expect(await putDimension(deps, 'ws_1', desk)).toEqual({ dimension: desk, isNew: false });
    await expect(putDimension(deps, 'ws_1', { ...zone, metadataKey: 'crm_desk' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(putDimension(deps, 'ws_1', { ...zone, name: 'limit' })).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    expect(saved).toHaveLength(2);
  });

  it('are twelve at most, which may be changed', async () => {
    const own = Array.from({ length: 8 }, (_, index) => row(`own${index}`));
    const { deps } = setUp(own);
    const change = { name: 'own0', metadataKey: 'other', label: '' };
    expect(await putDimension(deps, 'ws_1', change)).toMatchObject({ isNew: false });
    const next = { name: 'ninth', metadataKey: 'ninth', label: '' };
    await expect(putDimension(deps, 'ws_1', next)).rejects.toThrow('12 dimensions, the maximum');
    expect(await putDimension(setUp(own.slice(1)).deps, 'ws_1', next)).toMatchObject({ isNew: true });
  });

  it('are deleted where there are any of the name', async () => {
    const { deps, saved } = setUp([row('desk')]);
    await deleteDimension(deps, 'ws_1', 'desk');
    expect(saved).toEqual([['ws_1', NOW, { name: 'desk', metadataKey: undefined, label: 'desk' }]]);
    await expect(deleteDimension(deps, 'ws_1', 'desks')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('names in a filter', () => {
  const keys = (names: string[], known: string[] = []) =>
    dimensionKeys(
      setUp([row('desk')]).deps,
      'ws_1',
      names,
      known,
      (name, all) => new ServiceError('invalid_parameter', { detail: `${name} of ${all.length}` }),
    );

  it('are dimensions, unless they mean something else', async () => {
    expect((await keys(['desk'])).get('desk')).toBe('desk_key');
    expect((await keys(['limit', 'answer.a', 'confidence.a', 'metadata.a'], ['limit'])).size).toBe(0);
    await expect(keys(['desks'], ['limit'])).rejects.toThrow('desks of 6');
    await expect(keys(['xanswer.a'])).rejects.toThrow('xanswer.a of 5');
  });

  it('are conditions of a rule', async () => {
    const { deps } = setUp([row('desk')]);
    expect(await conditionsOf(deps, 'ws_1', { desk: 'a', 'answer.b': 'c' })).toMatchObject({
      metadata: [{ key: 'desk_key', value: 'a' }],
      answers: [{ brick: 'b', operand: 'c' }],
    });
    await expect(conditionsOf(deps, 'ws_1', { desc: 'a' })).rejects.toThrow(
      'where.desc: there is no such dimension; did',
    );
    await expect(conditionsOf(deps, 'ws_1', { unlike: 'a' })).rejects.toThrow('there are ');
  });
});
