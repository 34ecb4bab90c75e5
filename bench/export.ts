/**
 * `brickwork export` to a directory: runs a minute of a first export, and the memory of the command with few runs and with many. Each run has twelve
 * answers with reason and quote.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KIT } from './growth/growth.ts';
import { makeHistory } from './growth/history.ts';
import { atMost, type Result } from './support/result.ts';
import { brickworkCommand, megabytesOf, ROOT, type ServiceNode, startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';

const FEW = 10_000;
const MANY = 40_000;
const RUNS_A_MINUTE = 20_000;
/** Of the memory with few runs: what the collector leaves varies. */
const FLAT = 1.25;
const POLL_MS = 50;

export async function exportRuns(site: Site): Promise<Result> {
  const db = await site.database('export');
  const kitCode = await db.publish(KIT);
  const node = await startServiceNode({ databaseUrl: db.url });
  await makeHistory(db, kitCode, 0, FEW);
  await addOutputs(db);
  const few = await exportAll(node, db);
  await makeHistory(db, kitCode, FEW, MANY);
  await addOutputs(db);
  const many = await exportAll(node, db);
  await node.stop();
  await db.drop();
  const aMinute = MANY / (many.seconds / 60);
  const runs = (value: number) => value.toLocaleString('en');
  return {
    name: 'export',
    title: `A first export of ${runs(MANY)} runs with twelve answers each, as Parquet files`,
    lines: [
      {
        what: 'runs exported a minute',
        value: runs(Math.round(aMinute)),
        bar: `≥ ${runs(RUNS_A_MINUTE)}`,
        met: aMinute >= RUNS_A_MINUTE,
      },
      { what: `memory of the command, at most, with ${runs(MANY)} runs`, value: `${Math.round(many.megabytes)} MB` },
      atMost(`… of that with ${runs(FEW)} runs`, many.megabytes / few.megabytes, FLAT),
    ],
  };
}

/** The history has answers for lists and figures only; an export reads what the run was answered with. */
async function addOutputs({ database }: SiteDatabase): Promise<void> {
  await database.query(
    `UPDATE run_results e SET output = json_build_object('bricks', (SELECT json_object_agg(key, jsonb_build_object(
         'value', answer -> 'value', 'confidence', answer -> 'confidence', 'reason', 'Said in turn ' || length(key) || '.',
         'evidence', jsonb_build_array('words of ' || e.run_id || ' about ' || key)))
       FROM jsonb_each(a.answers) AS answers (key, answer)))::text
     FROM run_answers a WHERE a.workspace_id = e.workspace_id AND a.environment = e.environment AND a.run_id = e.run_id
       AND e.status = 'succeeded' AND e.output = '{"bricks":{}}'`,
  );
  await database.query('VACUUM (ANALYZE) run_results');
}

async function exportAll(node: ServiceNode, { key }: SiteDatabase): Promise<{ seconds: number; megabytes: number }> {
  const directory = mkdtempSync(join(ROOT, 'node_modules', '.bench-export-'));
  try {
    const start = performance.now();
    const child = spawn(process.execPath, [brickworkCommand(ROOT), 'export', '--to', directory], {
      env: { PATH: process.env.PATH, BRICKWORK_URL: node.url, BRICKWORK_API_KEY: key },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let megabytes = 0;
    let code: number | null | undefined;
    const ended = once(child, 'exit').then(([exit]) => {
      code = exit;
    });
    while (code === undefined) {
      megabytes = Math.max(megabytes, megabytesOf(child.pid ?? 0, 'VmHWM') ?? 0);
      await Promise.race([ended, sleep(POLL_MS)]);
    }
    if (code !== 0) throw new Error(`the export ended with ${code}`);
    return { seconds: (performance.now() - start) / 1_000, megabytes };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
