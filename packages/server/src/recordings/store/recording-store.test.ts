import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { newUuid } from '../../core/ids.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { LaneClock } from '../../queue/lane-clock.ts';
import { createRecordingBytes } from './recording-bytes.ts';
import { createRecordingStore, type RecordingStore } from './recording-store.ts';

let test: TestDatabase;
let recordings: RecordingStore;
beforeAll(async () => {
  test = await createTestDatabase();
  const box = createSecretBox([Buffer.alloc(32, 1)], 'recordings');
  recordings = createRecordingStore(test.database, new LaneClock(), box, createRecordingBytes(test.database, box));
});
afterAll(() => test.close());

const NOW = new Date('2026-11-19T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

async function workspace(name: string, keepInputDays: number | null): Promise<string> {
  const id = newUuid();
  await test.database.query(
    'INSERT INTO workspaces (id, name, plan, created_at, keep_input_days) VALUES ($1, $2, $3, $4, $5)',
    [...[id, name, 'unlimited', daysAgo(200), keepInputDays]],
  );
  return id;
}

async function recording(workspaceId: string, name: string, status: string, at: Date): Promise<void> {
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO recordings (workspace_id, environment, id, status, plan, external_id, received_bytes, created_at, completed_at)
     VALUES ($1, 'live', $2, $3, '{}', $4, 3, $5, CASE WHEN $3 IN ('uploading', 'running') THEN NULL ELSE $5::timestamptz END) RETURNING id`,
    [workspaceId, newUuid(), status, name, at],
  );
  await test.database.query(
    `INSERT INTO recording_parts (workspace_id, environment, recording_id, is_copy, from_byte, length, sealed)
     VALUES ($1, 'live', $2, false, 0, 3, 'abc')`,
    [workspaceId, rows[0]?.id],
  );
}

it('keeps recordings no longer than the settings, the workspace and what became of them say', async () => {
  const [long, short] = [await workspace('long', null), await workspace('short', 5)];
  for (const [name, status, days] of [
    ['heard 91', 'succeeded', 91],
    ['heard 89', 'succeeded', 89],
    ['heard 6', 'succeeded', 6],
    ['heard 4', 'succeeded', 4],
    ['failed 91', 'failed', 91],
    ['failed 8', 'failed', 8],
    ['failed 4', 'failed', 4],
    ['uploading 2', 'uploading', 2],
    ['uploading 0', 'uploading', 0.5],
    ['running 100', 'running', 100],
  ] as const)
    for (const id of [long, short]) await recording(id, name, status, daysAgo(days));
  await recordings.dropOld({ upload: daysAgo(1), failed: daysAgo(7) }, { now: NOW, days: 90 });
  const left = async (id: string) => {
    const { rows } = await test.database.query<{ name: string; parts: number }>(
      `SELECT external_id AS name, (SELECT count(*)::int FROM recording_parts p WHERE p.recording_id = r.id) AS parts
       FROM recordings r WHERE workspace_id = $1 ORDER BY 1`,
      [id],
    );
    return rows.map(({ name, parts }) => `${name}: ${parts}`);
  };
  const both = ['failed 4: 1', 'heard 4: 1', 'running 100: 1', 'uploading 0: 1'];
  expect(await left(short)).toEqual(both);
  // What failed cannot be tried again after a week, and is still listed.
  expect(await left(long)).toEqual([...both, 'failed 8: 0', 'heard 6: 1', 'heard 89: 1'].sort());
});
