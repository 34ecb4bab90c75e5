/**
 * Gives the copy of the tree that a mutation run works on its `node_modules`: the packages import each other by name, through links that
 * lead to the tree they are in. Hard links cost no space.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const [original = ''] = process.argv.slice(2);
for (const path of ['node_modules', ...globSync('{packages/*,bench}/node_modules', { cwd: original })])
  execFileSync('cp', ['-al', join(original, path), path]);
