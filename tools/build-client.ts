/**
 * The client as it is published: JavaScript and declarations in packages/client/dist (or the given folder), as ES modules and (below `cjs`) as CommonJS, with a
 * manifest of their own. In the repository the package's exports are its sources, which Node runs as they are.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixDeclaration, publishedManifest } from './published-manifest.ts';

const root = join(import.meta.dirname, '..');
const client = join(root, 'packages', 'client');
const dist = process.argv[2] ?? join(client, 'dist');

rmSync(dist, { recursive: true, force: true });
for (const [config, folder] of [
  ['tsconfig.build.json', dist],
  ['tsconfig.cjs.json', join(dist, 'cjs')],
] as const) {
  const options = ['-p', join(client, config), '--outDir', folder];
  execFileSync(join(root, 'node_modules', '.bin', 'tsc'), options, { stdio: 'inherit' });
}
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))) {
  const path = join(dist, file);
  writeFileSync(path, fixDeclaration(readFileSync(path, 'utf8')));
}
const manifest = publishedManifest(JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')), (source) => {
  const built = source.replace('./src/', '').replace(/\.ts$/, '');
  const entry = (folder: string) => ({ types: `${folder}${built}.d.ts`, default: `${folder}${built}.js` });
  return { import: entry('./'), require: entry('./cjs/') };
});
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
copyFileSync(join(client, 'README.md'), join(dist, 'README.md'));
