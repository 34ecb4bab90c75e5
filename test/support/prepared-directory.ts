/**
 * A data directory as a first start leaves it before it makes its keys: PostgreSQL's files and our tables are there. Making them takes 1.3 s
 * of CPU and puts a thousand files on disk one by one; a copy takes a tenth of that. start-and-stop.system.test.ts starts on empty directories.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { inject } from 'vitest';
import { temporaryDirectory } from './run-brickwork.ts';

export function preparedDirectory(directory = temporaryDirectory()): string {
  mkdirSync(directory, { recursive: true });
  execFileSync('cp', ['-a', `${inject('preparedDirectory')}/.`, directory], { timeout: 60_000 });
  return directory;
}
