/** `brickwork batch`, and what a crash does to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRICKWORK, removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { heldEvaluator, publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let environment: NodeJS.ProcessEnv;
const file = (name: string) => join(directory, name);
const batch = (...args: string[]) => runCommand(['batch', 'call_shape', ...args], environment);
const lines = (name: string) =>
  readFileSync(file(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function start(...options: Parameters<typeof startTestService>): Promise<void> {
  service = await startTestService(...options);
  environment = {
    BRICKWORK_URL: service.url,
    BRICKWORK_API_KEY: service.adminKey,
    HOME: directory,
    XDG_CACHE_HOME: join(directory, 'cache'),
  };
  await publishKit(service);
}
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(async () => {
  await service.stop();
  removeDirectory(directory);
});

const countRuns = async () =>
  (await service.call('GET', '/v1/runs?limit=100', { key: service.adminKey })).body.data.length;

describe('brickwork batch', () => {
  it('runs a directory, JSON lines and CSV, into JSON lines and CSV', async () => {
    await start();
    mkdirSync(file('calls/monday'), { recursive: true });
    writeFileSync(file('calls/a.txt'), TRANSCRIPT);
    writeFileSync(file('calls/monday/b.json'), JSON.stringify([{ speaker: 'agent', text: 'One two.' }]));
    writeFileSync(file('calls/.hidden'), 'x');
    const fromDirectory = await batch(file('calls'), '--out', file('one.jsonl'));
    expect(fromDirectory).toMatchObject({ code: 0, stderr: '2 records, 0 already done.\n' });
    expect(fromDirectory.stdout).toBe(`2 succeeded, 0 failed, 0 cancelled, 0 refused: ${file('one.jsonl')}\n`);
    const values = lines('one.jsonl').map(({ id, run }) => [id, run.external_id, run.output.bricks.agent_words.value]);
    expect(values.sort()).toEqual([
      ['a.txt', 'a.txt', 12],
      ['monday/b.json', 'monday/b.json', 2],
    ]);

    const records = [{ id: 7, transcript: TRANSCRIPT }, TRANSCRIPT, { external_id: 'bad', input: { transcript: '' } }];
    writeFileSync(file('calls.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
    const fromLines = await batch(file('calls.jsonl'), '--out', file('two.csv'), '--json');
    expect(fromLines.code).toBe(EXIT.unsuccessful);
    expect(JSON.parse(fromLines.stdout)).toMatchObject({ total: 3, succeeded: 2, refused: 1 });
    const rows = readFileSync(file('two.csv'), 'utf8').trim().split('\r\n');
    expect(rows[0]).toMatch(/^id,run_id,status,.*brick_key,value,/);
    expect(rows.filter((row) => row.startsWith('7,'))).toHaveLength(2);
    expect(rows.filter((row) => row.startsWith('line-2,'))).toHaveLength(2);
    expect(rows.find((row) => row.startsWith('bad,'))).toMatch(/^bad,,refused,.*kit_input_invalid/);

    writeFileSync(file('export.csv'), `ticket,body\nT-1,"${TRANSCRIPT}"\nT-2,"Agent: ""Hi"", you."\n`);
    const fromCsv = await batch(
      file('export.csv'),
      '--column',
      'body',
      '--id-column',
      'ticket',
      '--out',
      file('3.jsonl'),
    );
    expect(fromCsv.code).toBe(0);
    expect(
      lines('3.jsonl')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['T-1', 'T-2']);
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
  }, 60_000);

  it('carries times and metadata of every record, from JSON lines and CSV', async () => {
    await start();
    const facts = { occurred_at: '2026-01-05T09:00:00Z', metadata: { agent: 'Dana', team: 'Porto' } };
    const records = [
      { id: 'a', input: { transcript: TRANSCRIPT }, ...facts },
      { id: 'b', transcript: TRANSCRIPT, ...facts },
    ];
    writeFileSync(file('calls.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
    writeFileSync(file('export.csv'), 'id,body,agent,queue,team\nc,"Agent: Hi.",Eli,late,\n');
    expect((await batch(file('calls.jsonl'), '--out', file('one.jsonl'))).code).toBe(0);
    const csv = ['--column', 'body'];
    expect((await batch(file('export.csv'), ...csv, '--out', file('two.jsonl'))).code).toBe(0);
    expect((await batch(file('export.csv'), ...csv, '--metadata', 'nope', '--out', file('no.jsonl'))).stderr).toContain(
      'There is no column "nope". There are: id, body, agent, queue, team',
    );
    const found = async (filter: string) =>
      (await service.call('GET', `/v1/runs?${filter}`, { key: service.adminKey })).body.data
        .map((run: { external_id: string }) => run.external_id)
        .sort();
    expect(await found('agent=Dana&team=Porto&occurred_before=2026-01-06T00:00:00Z')).toEqual(['a', 'b']);
    expect(await found('agent=Eli')).toEqual(['c']);

    writeFileSync(file('other.csv'), 'id,body,agent,queue\nd,"Agent: Hello.",Mia,late\n');
    const named = await batch(file('other.csv'), ...csv, '--metadata', 'queue, agent', '--out', file('three.jsonl'));
    expect(named.code).toBe(0);
    expect(await found('agent=Mia&metadata.queue=late')).toEqual(['d']);
  }, 60_000);

  it('says what is wrong before anything runs', async () => {
    await start();
    writeFileSync(file('twice.jsonl'), '{"id":"a","transcript":"x"}\n{"id":"a","transcript":"y"}\n');
    writeFileSync(file('broken.jsonl'), '{"id":"a","transcript":"x"}\n{\n');
    writeFileSync(file('there.jsonl'), '');
    writeFileSync(file('odd.csv'), 'a,b\n1,2\n');
    const faults: [string[], string][] = [
      [['twice.jsonl', 'out.jsonl'], 'appears twice'],
      [['broken.jsonl', 'out.jsonl'], 'broken.jsonl:2 is not JSON'],
      [['gone', 'out.jsonl'], 'cannot be read'],
      [['odd.csv', 'out.jsonl'], 'no column for the conversation'],
      [['twice.jsonl', 'there.jsonl'], 'already exists'],
      [['twice.jsonl', 'out.txt'], 'must end in .jsonl or .csv'],
    ];
    for (const [[source = '', out = ''], message] of faults) {
      const { code, stderr } = await batch(file(source), '--out', file(out));
      expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining(message)]);
    }
    expect(await countRuns()).toBe(0);
  }, 60_000);

  it('resumes after kill -9 and after Ctrl-C, and nothing runs twice', async () => {
    const evaluator = heldEvaluator();
    await start({}, { evaluate: evaluator.evaluate });
    const ids = Array.from({ length: 12 }, (_, index) => `call-${index}`);
    const source = ids.map((id, index) =>
      JSON.stringify({ id, input: { transcript: TRANSCRIPT, ...(index < 3 && { instant: true }) } }),
    );
    writeFileSync(file('calls.jsonl'), source.join('\n'));
    const args = [
      BRICKWORK,
      'batch',
      'call_shape',
      file('calls.jsonl'),
      '--out',
      file('out.jsonl'),
      '--concurrency',
      '2',
    ];
    const begin = () => spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...environment } });

    const first = begin();
    await evaluator.next(3);
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = begin();
    let said = '';
    second.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    await expect.poll(() => said, { timeout: 20_000 }).toContain('12 records');
    await evaluator.next(8);
    second.kill('SIGINT');
    expect(await once(second, 'exit')).toEqual([EXIT.interrupted, null]);
    expect(said).toMatch(/\d+ of 12 done\. Interrupted\. Run the same command again to resume/);
    expect(readdirSync(directory)).not.toContain('out.jsonl');

    for (const run of evaluator.held) run.succeed();
    const third = await runCommand(args.slice(1), environment);
    expect(third.code).toBe(0);
    expect(
      lines('out.jsonl')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
    expect(lines('out.jsonl').every(({ run }) => run.status === 'succeeded')).toBe(true);
    expect(await countRuns()).toBe(12);
    expect(evaluator.held).toHaveLength(9);
    expect(readdirSync(directory).filter((name) => name.startsWith('.out'))).toEqual([]);
  }, 90_000);
});
