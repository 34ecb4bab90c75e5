#!/usr/bin/env node
// Plain JavaScript that any Node understands: everything else is loaded only when this Node is new enough.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the service holds on to, it holds for good, so it collects before it grows. V8 lets what was just created grow to 128 MB, and
// everything else to four times what is in use, before it looks for what can go. Threads of the C library keep freed memory apart. All
// three are read when a process starts, and never again.
const LEAN_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

const [major, minor] = process.versions.node.split('.').map(Number);
// What the service needs of Node came with this release.
const isNewEnough = major > 24 || (major === 24 && minor >= 7);
const [command, ...others] = process.argv.slice(2);
if ((command === '--version' || command === '-V') && others.length === 0) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (!isNewEnough) {
  runOnOwnNode();
} else if (command === 'serve' && !isLean()) {
  // In place: the same process, with its id, files and signals.
  process.execve(process.execPath, [process.execPath, ...LEAN_OPTIONS, ...process.execArgv, ...process.argv.slice(1)], {
    ...LEAN_ENVIRONMENT,
    ...process.env,
  });
} else {
  stopWithLauncher();
  const cache = cacheDirectory();
  // Commands keep compiled code in the user's cache directory: "brickwork --help" takes 0.1 s of CPU instead of 0.4 s. The service writes
  // nothing outside of its data directory.
  if (command !== 'serve' && cache !== undefined) module.enableCompileCache(join(cache, 'brickwork'));
  import('./bundle.js').then(({ loadCommand }) => loadCommand()).then(({ main }) => main(process.argv));
}

/** Where another Node was started for an older one: when that is gone (kill -9), nobody could stop this one, and it would keep its port. */
function stopWithLauncher() {
  const launcher = Number(process.env.BRICKWORK_LAUNCHER ?? 0);
  delete process.env.BRICKWORK_LAUNCHER;
  if (launcher === 0) return;
  const looking = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM'); // As if somebody had stopped it: each command ends as it does then.
  }, 1_000).unref();
}

/** Whether the options are set, by us or by somebody who knows better, or cannot be. */
function isLean() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  return options.includes('semi-space') || process.execve === undefined || process.platform === 'win32';
}

/** Undefined for accounts that have no home, such as a user id without an entry in /etc/passwd. */
function cacheDirectory() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  try {
    return join(homedir(), '.cache');
  } catch {
    return undefined;
  }
}

/** An installed package brings Node 24 along for machines that have an older one. */
function runOnOwnNode() {
  const node = ownNode();
  if (node === undefined) {
    process.stderr.write(
      `Brickwork needs Node 24.7 or newer, and this is Node ${process.versions.node}. ` +
        'In a checkout, "npm ci" brings the right one and "npm start" or node_modules/.bin/brickwork use it; ' +
        'if install scripts are blocked, allow them for the package "node" and run "npm ci" again. ' +
        'An installed package brings it as an optional dependency: install without --omit=optional.\n',
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, BRICKWORK_LAUNCHER: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 130);
  });
}

function ownNode() {
  const require = createRequire(import.meta.url);
  for (const name of [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node', // in a checkout
  ]) {
    try {
      const node = join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'node');
      if (existsSync(node)) return node;
    } catch {
      // Not for this machine.
    }
  }
  return undefined;
}
