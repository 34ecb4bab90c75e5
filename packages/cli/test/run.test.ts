/** The commands that people use most, on the real command and the real service. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { wordDocument } from '../../../test/support/word-document.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let environment: NodeJS.ProcessEnv;
const file = (name: string) => join(directory, name);
const brickwork = (...args: string[]) => runCommand(args, environment);

beforeAll(async () => {
  service = await sharedTestService();
  directory = temporaryDirectory();
  environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory };
  await publishKit(service);
  writeFileSync(file('call.txt'), TRANSCRIPT);
  writeFileSync(file('turns.json'), JSON.stringify([{ speaker: 'agent', text: 'One two three.' }]));
  writeFileSync(file('input.json'), JSON.stringify({ transcript: 'Agent: One two.', format: 'labelled' }));
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork run', () => {
  it('shows what was found in a table, without colours in a pipe', async () => {
    const { code, stdout, stderr } = await brickwork('run', 'call_shape', file('call.txt'), '--sync');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^succeeded in \d+ ms run_\w{26}, [A-Z2-9]{8} version 1, answered by local$/m);
    expect(stdout).toMatch(/^agent_words +12 +1\.00/m);
    expect(stdout).not.toContain('\u001b[');
  });

  it('prints the run as JSON, and one per line for several files of any shape', async () => {
    const one = await brickwork('run', 'call_shape@1', file('call.txt'), '--json', '--sync');
    expect(JSON.parse(one.stdout)).toMatchObject({ status: 'succeeded', external_id: 'call.txt' });
    const several = await brickwork('run', 'call_shape', file('turns.json'), file('input.json'), '--json', '--sync');
    const words = several.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).output.bricks.agent_words.value);
    expect(words).toEqual([3, 2]);
  });

  it('takes the agent by name where the labels do not show it', async () => {
    writeFileSync(file('names.txt'), 'Lena: One two three.\nTom: Four five.\n');
    const wordsOf = async (...args: string[]) =>
      JSON.parse((await brickwork('run', 'call_shape', file('names.txt'), '--json', '--sync', ...args)).stdout).output
        .bricks.agent_words;
    expect(await wordsOf()).toMatchObject({ value: 0, confidence: 0 });
    expect(await wordsOf('--agent', 'lena')).toMatchObject({ value: 3, confidence: 1 });
    expect(await wordsOf('--customer', 'lena')).toMatchObject({ value: 2, confidence: 1 });
  });

  it('keeps agents and rules for all runs of the workspace', async () => {
    const { stdout } = await brickwork('speakers', 'agents', 'Ida');
    expect(stdout).toBe('Agents: Ida\nNo rules.\n');
    const added = await brickwork('speakers', 'add-rule', '0=agent', 'a=b=customer', '--metadata', 'intake=phones');
    expect(added.stdout).toContain('1. intake = phones: 0 is the agent, a=b is the customer');
    expect((await brickwork('speakers', 'remove-rule', '2')).stderr).toContain('There is no rule 2');
    expect((await brickwork('speakers', 'add-rule', '0=boss')).stderr).toContain('must end with =agent or =customer');
    expect((await brickwork('speakers', 'agents')).stdout).toContain('1. intake = phones');
    expect((await brickwork('speakers', 'remove-rule', '1')).stdout).toBe('No agents are set.\nNo rules.\n');
  });

  it('takes standard input, and polls by default', async () => {
    const run = async (input: string) =>
      JSON.parse((await runCommand(['run', 'call_shape', '--json'], environment, input)).stdout);
    expect(await run(TRANSCRIPT)).toMatchObject({ mode: 'async', output: { bricks: { turns: { value: 3 } } } });
    expect((await run('{"messages":[{"role":"user","content":"Hi."}]}')).output.bricks.turns.value).toBe(1);
  });

  it('takes metadata from the file and from its options', async () => {
    const record = { transcript: TRANSCRIPT, metadata: { agent: 'Dana', team: 'Porto' } };
    writeFileSync(file('with-metadata.json'), JSON.stringify(record));
    const run = (...args: string[]) => brickwork('run', 'call_shape', file('with-metadata.json'), '--json', ...args);
    expect(JSON.parse((await run()).stdout).metadata).toEqual(record.metadata);
    expect(JSON.parse((await run('--metadata', 'agent=Eli', '--metadata', 'note=a=b')).stdout).metadata).toEqual({
      agent: 'Eli',
      team: 'Porto',
      note: 'a=b',
    });
    expect((await run('--metadata', 'Dana')).stderr).toContain('--metadata Dana is not KEY=VALUE');
  });

  it('reads a Word document', async () => {
    const lines = TRANSCRIPT.trim().split('\n');
    const document = wordDocument(lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`));
    writeFileSync(file('call.docx'), Buffer.from(document, 'base64'));
    const { stdout } = await brickwork('run', 'call_shape', file('call.docx'), '--json', '--sync');
    expect(JSON.parse(stdout).output.bricks.turns.value).toBe(lines.length);
  });

  it.each([
    ['a file that is not there', ['run', 'call_shape', 'gone.txt'], /gone\.txt cannot be read/],
    ['a kit that is not there', ['run', 'none_such', 'call.txt'], /kit_not_found/],
    ['an input that does not fit', ['run', 'call_shape', 'empty.txt'], /kit_input_invalid/],
  ])('says in a sentence that there is %s', async (_what, args, message) => {
    writeFileSync(file('empty.txt'), '');
    const { code, stderr } = await brickwork(...args.slice(0, 2), file(args[2] ?? ''));
    expect(code).toBe(EXIT.usage);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('brickwork runs and usage', () => {
  it('lists, shows, waits for, exports and counts runs', async () => {
    const created = await brickwork('run', 'call_shape', file('call.txt'), '--no-wait');
    const runId = created.stdout.trim();
    expect(runId).toMatch(/^run_\w{26}$/);
    expect((await brickwork('runs', 'wait', runId)).stdout).toContain('succeeded');
    const listed = JSON.parse((await brickwork('runs', 'list', '--limit', '2', '--since', '1h', '--json')).stdout);
    expect(listed.data.map(({ run_id }: { run_id: string }) => run_id)).toContain(runId);
    expect(listed.data).toHaveLength(2);
    expect((await brickwork('runs', 'list', '--status', 'failed')).stdout).toBe('No runs.\n');
    expect((await brickwork('runs', 'list', '--kit', 'call_shape')).stdout).toContain(runId);
    expect((await brickwork('runs', 'export', '--kit', 'call_shape')).stdout).toContain(runId);
    expect((await brickwork('runs', 'erase', '--kit', 'call_shape')).stdout).toMatch(/^[1-9]\d* runs match/);
    for (const command of ['list', 'export', 'erase'])
      expect((await brickwork('runs', command, '--kit', 'no_such_kit')).stderr).toContain('kit_not_found');
    expect((await brickwork('runs', 'erase', '--external-id', 'nobody')).stdout).toBe('No runs match.\n');
    const shown = JSON.parse((await brickwork('runs', 'show', runId, '--json', '--input')).stdout);
    expect(shown).toMatchObject({ run_id: runId, input: { transcript: TRANSCRIPT } });
    const words = (await brickwork('runs', 'show', runId, '--conversation')).stdout;
    for (const line of TRANSCRIPT.split('\n')) expect(words).toContain(line);
    await brickwork('runs', 'export', '--format', 'csv', '--out', file('all.csv'));
    expect(readFileSync(file('all.csv'), 'utf8')).toMatch(/^run_id,[\s\S]*agent_words,12/);
    expect((await brickwork('runs', 'export')).stdout.split('\n')[0]).toContain('"brick_key":"agent_words"');
    expect((await brickwork('usage', '--by', 'kit')).stdout).toMatch(/^KIT +RUNS/);
    expect(JSON.parse((await brickwork('usage', runId, '--json')).stdout)).toMatchObject({ engine: 'local' });
    const cancelled = await brickwork('runs', 'cancel', runId);
    expect([cancelled.code, cancelled.stderr]).toEqual([EXIT.usage, expect.stringContaining('run_already_terminal')]);
  }, 60_000);
});

describe('brickwork login', () => {
  const login = (input: string) => runCommand(['login', '--url', service.url], { HOME: directory }, input);

  it('stores a key that works, for its owner alone, and uses it', async () => {
    const refused = await login('svc_live_nonsense');
    expect([refused.code, refused.stderr]).toEqual([EXIT.usage, expect.stringContaining('invalid_api_key')]);
    expect((await login(`${service.adminKey}\n`)).stdout).toContain(service.url);
    const stored = join(directory, '.config', 'brickwork', 'credentials.json');
    expect(statSync(stored).mode & 0o777).toBe(0o600);
    const listed = await runCommand(['kits', 'list'], { HOME: directory });
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('call_shape')]);
    const elsewhere = await runCommand(['kits', 'list'], { HOME: directory, BRICKWORK_URL: 'http://127.0.0.1:9' });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([EXIT.usage, expect.stringContaining('BRICKWORK_API_KEY')]);
    await runCommand(['logout'], { HOME: directory });
    expect((await runCommand(['kits', 'list'], { HOME: directory })).code).toBe(EXIT.usage);
  });
});

describe('brickwork completion', () => {
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `eval "$(cat)"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _brickwork; echo "\${COMPREPLY[@]}"`,
      ],
      { input: script, encoding: 'utf8', timeout: 60_000 },
    ).trim();
  let script = '';

  it('completes commands, their commands and their options in bash', async () => {
    script = (await brickwork('completion', 'bash')).stdout;
    expect(complete('brickwork', 'bat')).toBe('batch');
    expect(complete('brickwork', 'kits', 'pu').split(' ').sort()).toEqual(['publish', 'push']);
    expect(complete('brickwork', 'kits', 'push', 'kit.yaml', '--pub')).toBe('--publish');
  });

  it('knows every command for the other shells', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await brickwork('completion', shell);
      expect(code).toBe(0);
      for (const word of ['serve', 'batch', 'webhooks', 'deliveries', 'recover']) expect(stdout).toContain(word);
    }
  });
});
