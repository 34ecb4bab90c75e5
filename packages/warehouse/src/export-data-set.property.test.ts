import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draws } from '../../../test/support/draws.ts';
import { queryParquet } from '../../../test/support/duckdb.ts';
import type { Destination, OpenDestination } from './destination.ts';
import { directoryDestination } from './directory-destination.ts';
import { type Exported, exportDataSet, type Source } from './export-data-set.ts';
import type { Manifest } from './manifest.ts';
import type { ExportedRun } from './run-rows.ts';
import { openDay } from './write-day.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brickwork-export-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function run(id: string, day: string, more: Partial<ExportedRun> = {}): ExportedRun {
  return {
    run_id: id,
    status: 'succeeded',
    kit_id: 'k',
    kit_code: 'K7TQ2MXB',
    kit_version_id: 'v',
    kit_version: 1,
    mode: 'async',
    occurred_at: `${day}T10:00:00.000Z`,
    created_at: '2026-11-17T10:00:00.000Z',
    completed_at: '2026-11-17T10:00:01.000Z',
    metadata: { team: 'Porto' },
    bricks: { solved: { value: true, confidence: 0.5, evidence: ['It works.'] }, score: { value: 7.5 } },
    usage: { calls: 1, input_tokens: 10, cached_input_tokens: 0, output_tokens: 5, credits: 0.25, estimated: false },
    ...more,
  };
}

/** A service with runs that tests change; the cursor counts changes. */
function fakeService() {
  const runs = new Map<string, ExportedRun>();
  const changed: string[] = [];
  let dimensions = [{ name: 'team', metadata_key: 'team' }];
  const dayOf = ({ occurred_at }: ExportedRun) => occurred_at.slice(0, 10);
  const source: Source = {
    async changes(after) {
      const everything = after === undefined || Number(after) > changed.length;
      const days = everything ? [...runs.values()].map(dayOf) : changed.slice(Number(after));
      const shape = { workspace_id: 'ws_1', environment: 'live', masked: false, dimensions };
      return { ...shape, cursor: String(changed.length), everything, days: [...new Set(days)].sort() };
    },
    async *runs(days) {
      for (const day of days)
        for (const own of runs.values()) if (dayOf(own) === day) yield { day, lines: [JSON.stringify(own)] };
    },
  };
  return {
    source,
    put(own: ExportedRun) {
      runs.set(own.run_id, own);
      changed.push(dayOf(own));
    },
    erase(id: string) {
      const own = runs.get(id);
      if (own !== undefined) changed.push(dayOf(own));
      runs.delete(id);
    },
    declare(name: string) {
      dimensions = [...dimensions, { name, metadata_key: name }];
    },
    ids: () => [...runs.keys()].sort(),
  };
}

type Fake = ReturnType<typeof fakeService>;

const bring = (service: Fake, open: OpenDestination = directoryDestination(directory)): Promise<Exported> =>
  exportDataSet({
    source: service.source,
    open,
    openDay,
    signal: new AbortController().signal,
    now: () => new Date(),
  });
const query = (sql: string) =>
  queryParquet(sql.replaceAll(/@(\w+)/g, (_, table) => `read_parquet('${directory}/${table}/*/*.parquet')`));
const idsIn = async (table: string) =>
  (await query(`SELECT run_id FROM @${table} ORDER BY 1`)).map(({ run_id }) => run_id);
const manifest = () => JSON.parse(readFileSync(join(directory, '_manifest.json'), 'utf8')) as Manifest;

describe('exportDataSet', () => {
  it('writes a table for each day, and again only the days that have changed', async () => {
    const service = fakeService();
    service.put(run('a', '2026-11-01'));
    service.put(run('b', '2026-11-01', { metadata: { team: 'Lisbon' } }));
    service.put(run('c', '2026-11-03'));
    expect(await bring(service)).toMatchObject({ days: 2, runs: 3, rows: { answers: 6, evidence: 3, reviews: 0 } });
    expect(
      await query('SELECT occurred_on::text AS day, team, count(*) AS runs FROM @runs GROUP BY ALL ORDER BY ALL'),
    ).toEqual([
      { day: '2026-11-01', team: 'Lisbon', runs: '1' },
      { day: '2026-11-01', team: 'Porto', runs: '1' },
      { day: '2026-11-03', team: 'Porto', runs: '1' },
    ]);
    expect(
      await query(
        `SELECT brick_key, value, value_number, value_boolean, confidence, reviewed_boolean FROM @answers WHERE run_id = 'a' ORDER BY 1`,
      ),
    ).toEqual([
      {
        brick_key: 'score',
        value: '7.5',
        value_number: 7.5,
        value_boolean: null,
        confidence: null,
        reviewed_boolean: null,
      },
      {
        brick_key: 'solved',
        value: 'true',
        value_number: null,
        value_boolean: true,
        confidence: 0.5,
        reviewed_boolean: true,
      },
    ]);
    const untouched = statSync(join(directory, 'runs/occurred_on=2026-11-01/part-0.parquet')).mtimeMs;
    service.put(run('d', '2026-11-03'));
    expect(await bring(service)).toMatchObject({ days: 1, runs: 2, totals: { runs: 4 } });
    expect(statSync(join(directory, 'runs/occurred_on=2026-11-01/part-0.parquet')).mtimeMs).toBe(untouched);
    expect(await bring(service)).toMatchObject({ days: 0, runs: 0, totals: { runs: 4 } });
    expect(manifest()).toMatchObject({ complete: true, pending: [], totals: { runs: 4, usage: 4 } });
    expect(readdirSync(directory).sort()).toEqual(['_manifest.json', 'answers', 'evidence', 'runs', 'usage']);
  });

  it('rewrites away what was erased, and leaves no empty day', async () => {
    const service = fakeService();
    service.put(run('a', '2026-11-01'));
    service.put(run('b', '2026-11-02'));
    await bring(service);
    service.erase('a');
    await bring(service);
    for (const table of ['runs', 'answers', 'evidence', 'usage'])
      expect(new Set(await idsIn(table))).toEqual(new Set(['b']));
    expect(readdirSync(join(directory, 'runs'))).toEqual(['occurred_on=2026-11-02']);
    expect(Object.keys(manifest().days)).toEqual(['2026-11-02']);
  });

  it('writes everything again when a dimension was declared, or the cursor is of no use', async () => {
    const service = fakeService();
    service.put(run('a', '2026-11-01', { metadata: { team: 'Porto', queue: 'vip' } }));
    await bring(service);
    service.declare('queue');
    expect(await bring(service)).toMatchObject({ days: 1 });
    expect(await query('SELECT queue FROM @runs')).toEqual([{ queue: 'vip' }]);
    const restored = fakeService();
    restored.declare('queue');
    expect(await bring(restored)).toMatchObject({ days: 1, totals: { runs: 0 } });
    expect(readdirSync(join(directory, 'runs'))).toEqual([]);
  });

  it('holds every row once, wherever an export before was killed', async () => {
    const service = fakeService();
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) service.put(run(`old ${day}`, day));
    await bring(service);
    let isWhole = false;
    // In `npm test` after each fifth step.
    for (let steps = 1; !isWhole; steps += Math.ceil(5 / draws(5))) {
      service.put(run(`new ${steps}`, '2026-11-02'));
      if (steps % 3 === 0) service.erase(`new ${steps - 1}`);
      service.put(run(`late ${steps}`, `2026-10-${String(10 + steps).padStart(2, '0')}`, { bricks: {} }));
      isWhole = await bring(service, dyingAfter(steps)).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
      // Whatever is there can be read: no half-written file, and no run twice.
      const seen = await idsIn('runs');
      expect(new Set(seen).size).toBe(seen.length);
      await bring(service);
      expect(await idsIn('runs')).toEqual(service.ids());
      expect(await idsIn('usage')).toEqual(service.ids());
      expect(manifest().complete).toBe(true);
    }
    expect(readdirSync(directory).sort()).toEqual(['_manifest.json', 'answers', 'evidence', 'runs', 'usage']);
  });

  it('lets one export at a time write to a place', async () => {
    const service = fakeService();
    service.put(run('a', '2026-11-01'));
    const held = await directoryDestination(directory)();
    await expect(bring(service)).rejects.toThrow('Another export is writing to this directory.');
    await held.release();
    await bring(service);
    leaveLock();
    await bring(service);
    expect(readdirSync(directory)).not.toContain('_lock.json');
  });

  it('refuses a place that holds something else', async () => {
    const service = fakeService();
    service.put(run('a', '2026-11-01'));
    await bring(service);
    const other: Fake = {
      ...service,
      source: {
        ...service.source,
        changes: async (...given) => ({ ...(await service.source.changes(...given)), workspace_id: 'ws_2' }),
      },
    };
    await expect(bring(other)).rejects.toThrow('holds the data set of another workspace');
    writeFileSync(join(directory, '_manifest.json'), '{"name":"chrome"}');
    await expect(bring(service)).rejects.toThrow('is not one that an export has written');
  });

  it('opens few files, however many days there are', async () => {
    const service = fakeService();
    const days = draws(150);
    for (let n = 0; n < days; n++)
      service.put(run(`r${n}`, new Date(Date.UTC(2020, 0, n + 1)).toISOString().slice(0, 10)));
    let open = 0;
    let most = 0;
    const counting: typeof openDay = (...given) => {
      most = Math.max(most, ++open);
      const writer = openDay(...given);
      const done = <Result>(result: Promise<Result>) => result.finally(() => open--);
      return { ...writer, close: () => done(writer.close()), discard: async () => undefined };
    };
    await exportDataSet({
      source: service.source,
      open: directoryDestination(directory),
      openDay: counting,
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    expect(most).toBe(1);
    expect(await query('SELECT count(*) AS days FROM @runs')).toEqual([{ days: String(days) }]);
  });
});

/** As if the process were killed before the step of this number: nothing after it happens, not even giving back the lock. */
function dyingAfter(steps: number): OpenDestination {
  return async () => {
    const destination = await directoryDestination(directory)();
    let left = steps;
    const step =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        if (left-- <= 0) throw new Error('killed');
        return work(...given);
      };
    const dying: Destination = {
      workFolder: destination.workFolder,
      read: step(destination.read),
      write: step(destination.write),
      publish: step(destination.publish),
      remove: step(destination.remove),
      keepLock: destination.keepLock,
      async release() {
        if (left >= 0) return destination.release();
        leaveLock();
      },
    };
    return dying;
  };
}

/** The lock of a process of this machine that was killed: no process has this id. */
function leaveLock(): void {
  writeFileSync(join(directory, '_lock.json'), JSON.stringify({ id: 'gone', host: hostname(), pid: 2 ** 22 + 1 }));
}
