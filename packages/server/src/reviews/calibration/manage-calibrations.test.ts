import { describe, expect, it } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import { newId } from '../../core/ids.ts';
import type { SaidInSession } from '../store/calibration-store.ts';
import { getCalibration, listCalibrations, type ManageCalibrations, startCalibration } from './manage-calibrations.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const KIT_ID = '0190c8f0-0000-7000-8000-000000000001';
const ADMIN = {
  ...{ workspaceId: 'ws_1', environment: 'live', role: 'admin', hidesIdentities: false },
  actor: { kind: 'key', id: 'key_1', name: 'CRM' },
} as unknown as Principal;

interface Given {
  calls?: number;
  isFull?: boolean;
  said?: SaidInSession[];
  closedAt?: Date;
}

function setUp({ calls = 10, isFull = false, said = [], closedAt }: Given = {}) {
  const created: { runIds: string[]; now: Date }[] = [];
  const listed: unknown[] = [];
  const all = Array.from({ length: calls }, (_, index) => ({
    runId: newId('run', new Date(+NOW + index)),
    kitId: KIT_ID,
    erasedAt: index === 0 ? NOW : undefined,
  }));
  const deps = {
    calibrations: {
      create: async (_scope: unknown, session: { runIds: string[]; now: Date }, most: number) => {
        expect(most).toBe(200);
        created.push(session);
        return !isFull;
      },
      find: async (_scope: unknown, id: string) => (id === 'unknown' ? undefined : { calibrationId: id, closedAt }),
      said: async () => said,
      runs: async () => ['run_1', 'run_2'].map((runId) => ({ runId, externalId: `of ${runId}` })),
      list: async (...given: unknown[]) => {
        listed.push(given.slice(1));
        return [];
      },
    },
    kits: { store: { findKit: async () => ({ kitId: KIT_ID, kitCode: 'support' }) } },
    runs: {
      list: async (_scope: unknown, filter: object) => {
        listed.push(filter);
        return { runs: all };
      },
      knownAnswers: () => ({ bricks: async () => [] }),
      succeeded: async () => all,
    },
    clock: { now: () => NOW },
  } as unknown as ManageCalibrations;
  return { deps, created, listed, all };
}

const start = (deps: ManageCalibrations, size: number, runIds?: string[]) =>
  startCalibration(deps, ADMIN, KIT_ID, { name: 'May', size, runIds });

describe('a session that is started', () => {
  it('draws so many of the newest calls that nobody has reviewed, and none that was erased', async () => {
    const { deps, created, listed, all } = setUp();
    await start(deps, 4);
    expect(created[0]).toMatchObject({ kitId: KIT_ID, name: 'May', by: ADMIN.actor, now: NOW });
    const drawn = created[0]?.runIds ?? [];
    expect(new Set(drawn).size).toBe(4);
    expect(listed[0]).toMatchObject({ status: 'succeeded', type: 'api', kitCode: 'support', limit: 1_001 });
    expect(listed[0]).toMatchObject({ by: { isReviewed: false }, withAnswers: false });
    await start(deps, 100);
    expect(created[1]?.runIds.toSorted()).toEqual(all.slice(1).map(({ runId }) => runId));
  });

  it('takes the calls that are named, at least two', async () => {
    const { deps, created, all } = setUp();
    const named = [all[3]?.runId ?? '', all[2]?.runId ?? ''];
    await start(deps, 1, named);
    expect(created[0]?.runIds).toEqual(named);
    await expect(start(deps, 1, named.slice(1))).rejects.toMatchObject({ code: 'conflict' });
    await expect(start(setUp({ calls: 2 }).deps, 5)).rejects.toMatchObject({ code: 'conflict' });
    expect(created).toHaveLength(1);
  });

  it('is refused where there are too many', async () => {
    await expect(start(setUp({ isFull: true }).deps, 4)).rejects.toThrow('200 calibration sessions');
  });
});

const said = (reviewer: string, runId: string, value: SaidInSession['value'] = false): SaidInSession => ({
  ...{ runId, brick: 'solved', reviewer, verdict: 'wrong', value, answer: true },
});

describe('a session', () => {
  const get = (given: Given, as: object = {}) =>
    getCalibration(setUp(given).deps, { ...ADMIN, ...as } as Principal, 'cal_1');

  it('shows what people said only to those who have said all, or once it is closed', async () => {
    const mine = [said('key_1', 'run_1'), said('key_1/ann', 'run_2'), said('key_2', 'run_1', true)];
    const open = await get({ said: mine.slice(0, 1) });
    expect(open.runs.map(({ isDone }) => isDone)).toEqual([true, false]);
    expect(open.results).toBeUndefined();
    const done = await get({ said: mine });
    expect(done.runs.map(({ isDone }) => isDone)).toEqual([true, true]);
    expect(done.results?.answers).toMatchObject([{ runId: 'run_1', differs: true }]);
    // An id that begins alike is that of another key.
    expect((await get({ said: [said('key_12', 'run_1'), said('key_12', 'run_2')] })).results).toBeUndefined();
    expect((await get({ said: [], closedAt: NOW })).results).toEqual({ bricks: [], same: undefined, answers: [] });
  });

  it('shows texts and ids of others to those who may read who is who', async () => {
    const texts = ['Ann', ['Ann'], 3, null].flatMap((value, index) =>
      ['key_1', 'key_2'].map((reviewer) => ({
        ...said(reviewer, `run_${1 + (index % 2)}`, value),
        brick: `b${index}`,
      })),
    );
    const values = async (as: object) =>
      (await get({ said: texts }, as)).results?.answers
        .toSorted((a, b) => a.brick.localeCompare(b.brick))
        .map((answer) => answer.said[0]?.value);
    expect(await values({})).toEqual(['Ann', ['Ann'], 3, null]);
    expect(await values({ hidesIdentities: true })).toEqual([undefined, undefined, 3, null]);
    expect((await get({})).runs.map(({ externalId }) => externalId)).toEqual(['of run_1', 'of run_2']);
    const hidden = await get({}, { hidesIdentities: true });
    expect(hidden.runs.map(({ externalId }) => externalId)).toEqual([undefined, undefined]);
  });

  it('is listed with fifty others, and refused where there is none', async () => {
    const { deps, listed } = setUp();
    await listCalibrations(deps, ADMIN, KIT_ID);
    expect(listed).toEqual([[KIT_ID, 50]]);
    await expect(getCalibration(deps, ADMIN, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
});
