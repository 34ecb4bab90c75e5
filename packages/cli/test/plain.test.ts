/** Commands that are written from the contract's endpoints, on the real command. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/support/run-command.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { PLAIN_COMMANDS_FILE, plainCommands } from '../../../tools/plain-commands.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
const brickwork = (...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey });

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('plain commands', () => {
  it('are as `npm run generate` writes them', () => {
    expect(readFileSync(PLAIN_COMMANDS_FILE, 'utf8')).toBe(plainCommands());
  });

  it('take arguments, print tables and sentences, and one JSON document', async () => {
    expect((await brickwork('views', 'list')).stdout).toBe('No saved views.\n');
    expect((await brickwork('views', 'save', 'Late', 'where=a')).stdout).toBe('Saved Late.\n');
    const saved = await brickwork('views', 'save', 'Loud', 'where=b', '--json');
    expect(JSON.parse(saved.stdout)).toMatchObject({ name: 'Loud', search: 'where=b' });
    expect((await brickwork('views', 'list')).stdout).toMatch(/^NAME +SEARCH +UPDATED\nLate +where=a +\S+\nLoud/);
    expect((await brickwork('views', 'delete', 'Late', 'Loud')).stdout).toBe('Deleted Late.\nDeleted Loud.\n');
    expect(JSON.parse((await brickwork('views', 'list', '--json')).stdout)).toEqual({ data: [] });
    const gone = await brickwork('views', 'delete', 'Late');
    expect([gone.code, gone.stdout]).toEqual([EXIT.usage, '']);
  }, 120_000);

  it('take options, with defaults and those that are required', async () => {
    const without = await brickwork('dimensions', 'set', 'queue');
    expect([without.code, without.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining("'--key <key>' not specified"),
    ]);
    const set = await brickwork('dimensions', 'set', 'queue', '--key', 'queue_name', '--label', 'Queue');
    expect(set.stdout).toBe('queue comes from the metadata key “queue_name”.\n');
    expect((await brickwork('dimensions', 'list')).stdout).toMatch(/^queue +queue_name +Queue$/m);
    expect((await brickwork('dimensions', 'values', 'queue', '--limit', '5')).stdout).toBe('No values.\n');
    expect((await brickwork('dimensions', 'values', 'queue', '--limit', 'all')).code).toBe(EXIT.usage);
    expect((await brickwork('appeals', 'list', '--status', 'lost')).stderr).toContain('Allowed choices are open');
    expect((await brickwork('dimensions', 'delete', 'queue')).stdout).toBe('Deleted queue.\n');
  }, 120_000);

  it('are in the help and in completions', async () => {
    expect((await brickwork('views', '--help')).stdout).toContain('brickwork views save "Unresolved, EMEA"');
    expect((await brickwork('completion', 'bash')).stdout).toContain(
      "'appeals list') words='--status --run --json --help'",
    );
  }, 120_000);
});
