/**
 * Every shell and TypeScript example of the README and the guides is run, top to bottom, against a service that was just started. What cannot be
 * run here (an address of yours, another product) is marked `console` instead of `sh`.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandSocket, openCommandSocket } from './support/command-socket.ts';
import { preparedDirectory } from './support/prepared-directory.ts';
import {
  commandEnvironment,
  ROOT,
  removeDirectory,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from './support/run-brickwork.ts';

const GUIDES = readdirSync(join(ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`);

interface Example {
  language: string;
  code: string;
  line: number;
}

function examplesOf(file: string): Example[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** Installing and starting is what everybody who runs this test has done. */
const isForReaders = ({ language, code }: Example) => ['sh', 'ts'].includes(language) && !code.startsWith('npm ci');

const guides = ['README.md', ...GUIDES]
  .map((file) => ({ file, examples: examplesOf(file).filter(isForReaders) }))
  .filter(({ examples }) => examples.length > 0);

let directory: string;
let service: ServiceProcess;
let environment: NodeJS.ProcessEnv;
let commands: CommandSocket;
beforeAll(async () => {
  directory = temporaryDirectory('brickwork-guides-');
  const dataDir = preparedDirectory(join(directory, 'data'));
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  // The README puts the real one on the path; the guides have this one.
  commands = await openCommandSocket(join(directory, 'commands.sock'));
  script(join(bin, 'brickwork'), `exec ${commands.command} "$@"`);
  // By itself curl is content with an error as an answer.
  script(join(bin, 'curl'), `PATH="${process.env.PATH}" exec curl --fail "$@"`);
  service = await startBrickwork({ dataDir });
  // With one thread and no reader: that the examples run is shown here, not what the reader makes of them.
  environment = commandEnvironment({
    PATH: `${bin}:${process.env.PATH}`,
    HOME: directory,
    BRICKWORK_DATA_DIR: dataDir,
    BRICKWORK_URL: service.url,
    BRICKWORK_API_KEY: service.liveKey,
  });
}, 120_000);
afterAll(async () => {
  service?.signal('SIGTERM');
  await service?.ended;
  commands?.stop();
  removeDirectory(directory);
});

function script(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

/** A project directory as a reader would have it: the client installed, the example kits at hand. */
function project(name: string): string {
  const home = join(directory, basename(name));
  mkdirSync(home);
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  cpSync(join(ROOT, 'examples', 'kits'), join(home, 'examples', 'kits'), { recursive: true });
  return home;
}

function run({ language, code }: Example, cwd: string): Promise<string> {
  const file = join(cwd, `example.${language}`);
  writeFileSync(file, code.replaceAll('http://127.0.0.1:8787', service.url));
  const [command, args] = language === 'sh' ? ['bash', ['-euo', 'pipefail', file]] : [process.execPath, [file]];
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd, env: environment, timeout: 150_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
    });
    child.stdin?.end(); // Nobody types anything.
  });
}

describe('the guides', () => {
  it('have examples', () => {
    const names = guides.map(({ file }) => file);
    expect(names).toContain('README.md');
    for (const name of ['quickstart', 'async-and-batch', 'kits', 'golden-sets', 'mcp', 'recipes'])
      expect(names).toContain(`docs/guides/${name}.md`);
  });
});

describe.each(guides)('$file', ({ file, examples }) => {
  let cwd: string;
  beforeAll(() => {
    cwd = project(file);
  });

  it.each(examples)(
    'line $line ($language) runs and says something',
    async (example) => {
      expect((await run(example, cwd)).trim()).not.toBe('');
    },
    180_000,
  );
});
