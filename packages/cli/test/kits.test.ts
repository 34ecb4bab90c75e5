/** The kit commands that need a server, both ways: as the operator on the database, and over HTTP with a key. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
let directory: string;
beforeAll(async () => {
  service = await startTestService();
  directory = temporaryDirectory();
});
afterAll(async () => {
  removeDirectory(directory);
  await service.stop();
});

function kitFile(slug: string, name: string): string {
  const file = join(directory, `${slug}.yaml`);
  writeFileSync(
    file,
    `kit: ${slug}\nname: ${name}\nbricks:\n  - { key: solved, type: boolean, question: Was it solved? }\n`,
  );
  return file;
}

const WAYS: [string, () => { args: string[]; environment: NodeJS.ProcessEnv }][] = [
  [
    'as the operator',
    () => ({
      args: ['--workspace', 'default'],
      environment: { DATABASE_URL: service.testDatabase.url, BRICKWORK_SECRET: '07'.repeat(32) },
    }),
  ],
  ['over HTTP', () => ({ args: [], environment: { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey } })],
];

describe.each(WAYS)('brickwork kits %s', (way, options) => {
  const slug = way.replaceAll(' ', '_').toLowerCase();
  const kits = async (...args: string[]) => {
    const { args: more, environment } = options();
    return runCommand(['kits', ...args, ...more], environment);
  };
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await kits(...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };

  it('says on push what is probably not meant', async () => {
    const file = join(directory, `${slug}_priced.yaml`);
    const brick = '{ key: price, type: numeric, question: What price was agreed? }';
    writeFileSync(file, `kit: ${slug}_priced\nbricks:\n  - ${brick}\n`);
    expect((await kits('push', file)).stdout).toContain('\n  price asks for an amount');
    expect((await json('push', file)).advice).toEqual([expect.stringContaining('set max')]);
  });

  it('pushes, publishes, rolls back, lists, shows, compares, types, archives and brings back', async () => {
    const first = await json('push', kitFile(slug, 'First'));
    expect(first).toEqual({
      kit_id: expect.any(String),
      kit_code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      kit_version_id: expect.any(String),
      version: 1,
      status: 'draft',
    });
    expect(await json('push', kitFile(slug, 'First'))).toEqual(first);
    expect(await json('publish', slug)).toEqual({ ...first, status: 'published' });
    const second = await json('push', kitFile(slug, 'Second'), '--publish');
    expect(second).toMatchObject({ kit_id: first.kit_id, version: 2, status: 'published' });
    expect(await json('publish', `${first.kit_code}@1`)).toMatchObject({ version: 1 });
    const listed = (await json('list')).data.find(({ kit }: { kit: string }) => kit === slug);
    expect(listed).toMatchObject({ kit_code: first.kit_code, version: 1, newest_version: 2 });
    expect(await json('show', first.kit_code)).toMatchObject({ name: 'First', bricks: [{ key: 'solved' }] });
    expect((await kits('show', slug)).stdout).toContain('Input: transcript (conversation, required)');
    expect((await json('diff', slug)).kit).toEqual([{ field: 'name', from: 'First', to: 'Second' }]);
    expect((await json('diff', `${slug}@2`, `${slug}@1`)).kit).toEqual([
      { field: 'name', from: 'Second', to: 'First' },
    ]);
    expect((await json('diff', kitFile(slug, 'Third'))).kit).toEqual([{ field: 'name', from: 'First', to: 'Third' }]);
    expect((await kits('types', slug)).stdout).toContain('Output of the kit');
    expect((await kits('archive', slug)).stdout).toContain(`${slug} is archived`);
    const isListed = async () => (await json('list')).data.some(({ kit }: { kit: string }) => kit === slug);
    expect(await isListed()).toBe(false);
    expect(await json('publish', `${slug}@1`)).toMatchObject({ kit_code: first.kit_code, status: 'published' });
    expect(await isListed()).toBe(true);
  }, 120_000);

  it('puts shared bricks in their place, with what the kit replaces', async () => {
    const shared = `${slug}_shared`;
    mkdirSync(join(directory, 'library'), { recursive: true });
    const library = join(directory, 'library', `${shared}.yaml`);
    writeFileSync(
      library,
      'key: empathy\nname: Empathy\ntype: boolean\nquestion: Did the agent show empathy?\nhints: { keywords: [sorry] }\n',
    );
    mkdirSync(join(directory, 'kits'), { recursive: true });
    const file = join(directory, 'kits', `${shared}.yaml`);
    const use = `use: ../library/${shared}.yaml`;
    writeFileSync(
      file,
      `kit: ${shared}\nbricks:\n  - ${use}\n  - { ${use}, key: empathy_at_the_end, section: Close, hints: { keywords: [apologize] } }\n`,
    );
    const pushed = await json('push', file, '--publish');
    const { bricks } = await json('show', shared);
    expect(bricks).toMatchObject([
      { key: 'empathy', name: 'Empathy', type: 'boolean' },
      { key: 'empathy_at_the_end', name: 'Empathy', section: 'Close' },
    ]);
    const { body } = await service.call('GET', `/v1/kits/${pushed.kit_id}/versions/1`, { key: service.adminKey });
    expect(body.document.bricks).toMatchObject([
      { question: 'Did the agent show empathy?', hints: { keywords: ['sorry'] } },
      { question: 'Did the agent show empathy?', hints: { keywords: ['apologize'] } },
    ]);
    expect(JSON.stringify(body.document)).not.toContain('library');
    // A change of the library shows in a diff, makes a version when it is pushed, and leaves the first as it was.
    writeFileSync(library, readFileSync(library, 'utf8').replace('show empathy', 'sound kind'));
    expect((await json('diff', file)).changed.map(({ key }: { key: string }) => key)).toEqual([
      'empathy',
      'empathy_at_the_end',
    ]);
    expect(await json('push', file)).toMatchObject({ version: 2 });
    const { body: first } = await service.call('GET', `/v1/kits/${pushed.kit_id}/versions/1`, {
      key: service.adminKey,
    });
    expect(first.document).toEqual(body.document);
  }, 60_000);

  it('says what is wrong in a sentence, with an exit code', async () => {
    const missing = await kits('publish', 'none_such');
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    expect(missing.stderr).toMatch(/does not exist/);
    const file = join(directory, 'faulty.yaml');
    writeFileSync(file, 'kit: faulty\nbricks: []\n');
    const faulty = await kits('push', file);
    expect([faulty.code, faulty.stderr]).toEqual([
      2,
      `${file}:2: bricks needs at least 1\n${file} has errors; nothing was done.\n`,
    ]);
  });
});

describe('brickwork kits without a way to the server', () => {
  const list = (environment: NodeJS.ProcessEnv) => runCommand(['kits', 'list'], environment);

  it('names the variable, the address or the refusal', async () => {
    const keyless = await list({});
    expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('Set BRICKWORK_API_KEY')]);
    const nowhere = await list({ BRICKWORK_URL: 'http://127.0.0.1:9', BRICKWORK_API_KEY: 'x' });
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringContaining('http://127.0.0.1:9 cannot be reached'),
    ]);
    const refused = await list({ BRICKWORK_URL: service.url, BRICKWORK_API_KEY: 'svc_live_wrong' });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('invalid_api_key')]);
    const odd = await list({ BRICKWORK_URL: 'localhost', BRICKWORK_API_KEY: 'x' });
    expect([odd.code, odd.stderr]).toEqual([2, 'BRICKWORK_URL is not an http or https URL: localhost\n']);
  });
});
