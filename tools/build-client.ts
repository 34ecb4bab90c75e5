/**
 * The client as it is published: JavaScript and declarations in packages/client/dist, with a manifest of their own. In the repository the
 * package's exports are its sources, which Node runs as they are; publish the directory: npm publish packages/client/dist.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const client = join(root, 'packages', 'client');
const dist = join(client, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', join(client, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
// The compiler rewrites the extensions of imports in JavaScript, and leaves those in declarations.
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))) {
  const path = join(dist, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
}
const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
const { private: _private, scripts: _scripts, devDependencies: _dev, exports: sources, ...published } = manifest;
const exports = Object.fromEntries(
  Object.entries<string>(sources).map(([name, source]) => {
    const built = source.replace('./src/', './').replace(/\.ts$/, '');
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
  }),
);
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...published, exports }, null, 2)}\n`);
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
copyFileSync(join(client, 'README.md'), join(dist, 'README.md'));
