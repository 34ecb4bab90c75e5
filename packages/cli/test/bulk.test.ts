/** Conversations in files in, answers in files out, and from there into a service. Several processes at once, and Parquet again and in parts: `bulk.system.test.ts`. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { KIT, ROWS, rowsIn, writeCalls, writeParquetCalls } from './support/bulk-calls.ts';

let directory = '';
const file = (...names: string[]) => join(directory, ...names);
const evaluate = (source: string, out: string, ...more: string[]) =>
  runCommand(['evaluate', file('kit.json'), file(source), '--out', file(out), '--engine', 'lexical', ...more]);

beforeAll(() => {
  directory = temporaryDirectory();
  writeCalls(directory);
});
afterAll(() => rmSync(directory, { recursive: true }));

const namesIn = (out: string) => readdirSync(file(out)).sort();
const bytesOf = (out: string, start: string) =>
  namesIn(out)
    .filter((name) => name.startsWith(start))
    .map((name) => readFileSync(file(out, name), 'utf8'))
    .join('');

describe('brickwork evaluate --out', () => {
  it('writes a row for each conversation, and those that cannot be read into a file of their own', async () => {
    const { code, stdout } = await evaluate('calls.jsonl', 'lines', '--format', 'jsonl', '--json');
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ shard: 0, shards: 1, rows: ROWS + 2, answered: ROWS, refused: 2 });
    expect(namesIn('lines')).toEqual(['_refused-00000-of-00001.jsonl', 'answers-00000-of-00001.jsonl']);
    const [first] = bytesOf('lines', 'answers').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      source_file: 'calls.jsonl',
      source_row: 1,
      external_id: 'call-0',
      occurred_at: '2026-10-01T10:00:00Z',
      metadata: { team: 'Porto' },
      kit: 'calls',
      engine: 'lexical',
      bricks: {
        words: { value: 8 },
        card_named: { value: true, evidence: [expect.stringContaining('I lost my card')] },
      },
    });
    expect(first).not.toContain('Good morning');
    const refused = bytesOf('lines', '_refused').trim().split('\n');
    expect(refused.map((line) => JSON.parse(line))).toEqual([
      { source_file: 'calls.jsonl', source_row: 8, reason: 'The line is not JSON.' },
      {
        source_file: 'calls.jsonl',
        source_row: ROWS + 3,
        external_id: 'no-time',
        reason: expect.stringContaining('occurred_at: '),
      },
    ]);
  });

  it('reads Parquet, and writes typed Parquet', async () => {
    await writeParquetCalls(directory);
    expect((await evaluate('calls.parquet', 'parquet', '--column', 'said')).code).toBe(0);
    const whole = await rowsIn(file('parquet', 'answers-00000-of-00001.parquet'));
    expect(whole).toHaveLength(ROWS);
    expect(whole[0]).toMatchObject({
      external_id: 'call-0',
      occurred_at: '2026-10-01T10:00:00.000Z',
      value_words: 8,
      value_card_named: true,
    });
  });

  it.each([
    [['--engine', 'openai/gpt-5'], '--engine can be local or lexical'],
    [['--against', '3'], 'leave out --against and --calibrate'],
    [['--column', 'said', '--shard', '4/4'], 'Shards are counted from 0'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await evaluate('calls.jsonl', 'none', ...options);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('names the columns of a Parquet file that has no conversation', async () => {
    const { code, stderr } = await evaluate('calls.parquet', 'none');
    expect(code).toBe(2);
    expect(stderr).toContain('has no column transcript or input. Its columns are id, occurred_at, metadata, said.');
  });
});

describe('brickwork import', () => {
  let service: TestService;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    service = await startTestService({ BRICKWORK_ROLE: 'api' });
    environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
  });
  afterAll(() => service.stop());
  const load = (...args: string[]) => runCommand(['import', 'calls', ...args], environment);

  it('loads answers as runs, and nothing twice', async () => {
    await evaluate('calls.jsonl', 'full', '--with-input', '--shard', '0/2');
    await evaluate('calls.jsonl', 'full', '--with-input', '--shard', '1/2');
    await runCommand(['kits', 'push', file('kit.json'), '--publish'], environment);
    const first = await load(file('full'), '--json');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({ rows: ROWS, created: ROWS, replayed: 0, refused: 0, reasons: [] });
    const second = await load(file('full'));
    expect(second.stdout).toBe(`${ROWS} rows: 0 loaded, ${ROWS} loaded before, 0 refused.\n`);
    const { body } = await service.call('GET', '/v1/runs?external_id=call-3&include=answers', {
      key: service.adminKey,
    });
    expect(body.data).toMatchObject([
      {
        status: 'succeeded',
        occurred_at: '2026-10-04T10:00:00.000Z',
        metadata: { team: 'Faro' },
        answers: { words: { value: 8 }, card_named: { value: true } },
      },
    ]);
  });

  it('refuses answers of another version, and answers without their conversations', async () => {
    const other = await load(file('lines'));
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('Evaluate with --with-input')]);
    writeFileSync(file('next.json'), JSON.stringify({ ...KIT, bricks: KIT.bricks.slice(0, 1) }));
    await runCommand(['kits', 'push', file('next.json'), '--publish'], environment);
    const { code, stderr } = await load(file('full'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('was not answered with')]);
    const named = await runCommand(['import', 'calls@1', file('full')], environment);
    expect(named.stdout).toContain(`${ROWS} loaded before`);
  });
});
