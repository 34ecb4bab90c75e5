/** One cache of compiled code for all services of a test run: a start takes a third less CPU when another one has been before it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-compiled-'));
  chmodSync(directory, 0o755);
  process.env.NODE_COMPILE_CACHE = directory; // Handed on by what starts services: see run-brickwork.ts.
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
