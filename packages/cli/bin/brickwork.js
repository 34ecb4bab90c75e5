#!/usr/bin/env node
// Plain JavaScript that any Node understands: everything else is loaded only when this Node is new enough.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const major = Number(process.versions.node.split('.')[0]);
const [command, ...others] = process.argv.slice(2);
if (major < 24) {
  process.stderr.write(
    `Brickwork needs Node 24 or newer, and this is Node ${process.versions.node}. ` +
      'In a checkout, "npm ci" brings the right one and "npm start" or "npx brickwork" use it; ' +
      'if install scripts are blocked, allow them for the package "node" and run "npm ci" again.\n',
  );
  process.exitCode = 1;
} else if ((command === '--version' || command === '-V') && others.length === 0) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  // Commands keep compiled code in the user's cache directory: "brickwork --help" takes 0.1 s of CPU instead of 0.4 s. The service writes
  // nothing outside of its data directory.
  if (command !== 'serve')
    module.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'brickwork'));
  import('../src/main.ts').then(({ main }) => main(process.argv));
}
