/** Many conversations, shared by several processes, and read again and in parts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRICKWORK, commandEnvironment, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { rowsIn, writeCalls, writeParquetCalls } from './support/bulk-calls.ts';

let directory = '';
beforeAll(() => {
  directory = temporaryDirectory();
  writeCalls(directory);
});
afterAll(() => rmSync(directory, { recursive: true }));

const file = (...names: string[]) => join(directory, ...names);
const FORMAT = ['--format', 'jsonl', '--engine', 'lexical'];
const evaluate = (out: string) =>
  runCommand(['evaluate', file('kit.json'), file('calls.jsonl'), '--out', file(out), ...FORMAT]);
const namesIn = (out: string) => readdirSync(file(out)).sort();
const bytesOf = (out: string, start: string) =>
  namesIn(out)
    .filter((name) => name.startsWith(start))
    .map((name) => readFileSync(file(out, name), 'utf8'))
    .join('');

describe('brickwork evaluate --out', () => {
  it('gives the bytes of one process with four of them, of which one is killed and started again', async () => {
    const start = (shard: number): ChildProcess =>
      spawn(
        process.execPath,
        [
          BRICKWORK,
          'evaluate',
          file('kit.json'),
          file('calls.jsonl'),
          '--out',
          file('four'),
          '--format',
          'jsonl',
          '--engine',
          'lexical',
          '--shards',
          '4',
        ],
        { env: { ...commandEnvironment({}), JOB_COMPLETION_INDEX: String(shard) }, stdio: 'ignore' },
      );
    expect((await evaluate('lines')).code).toBe(4);
    const ended = (child: ChildProcess) => once(child, 'exit').then(([code]) => code as number | null);
    const killed = start(2);
    await expect
      .poll(
        () =>
          readdirSync(directory).includes('four') && namesIn('four').some((name) => name.startsWith('.answers-00002')),
        { interval: 5 },
      )
      .toBe(true);
    killed.kill('SIGKILL');
    await ended(killed);
    expect(namesIn('four').filter((name) => /^[^.]/.test(name))).toEqual([]);
    const codes = await Promise.all([0, 1, 2, 3].map((shard) => ended(start(shard))));
    expect(codes).toEqual([4, 0, 0, 4]);
    expect(bytesOf('four', 'answers')).toBe(bytesOf('lines', 'answers'));
    expect(bytesOf('four', '_refused')).toBe(bytesOf('lines', '_refused'));
  });

  it('writes the same bytes of Parquet each time, and reads Parquet by ranges of rows', async () => {
    await writeParquetCalls(directory);
    const bulk = async (out: string, ...more: string[]) => {
      const args = ['evaluate', file('kit.json'), file('calls.parquet'), '--out', file(out), '--column', 'said'];
      expect((await runCommand([...args, '--engine', 'lexical', ...more])).code).toBe(0);
    };
    for (const out of ['parquet', 'again']) await bulk(out);
    const name = 'answers-00000-of-00001.parquet';
    expect(readFileSync(file('parquet', name)).equals(readFileSync(file('again', name)))).toBe(true);
    for (const shard of ['0/2', '1/2']) await bulk('halves', '--shard', shard);
    const halves = [];
    for (const half of namesIn('halves')) halves.push(...(await rowsIn(file('halves', half))));
    expect(halves).toEqual(await rowsIn(file('parquet', name)));
  });
});
