/** Runs Python in the folder of the Python client. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './run-brickwork.ts';

export const PYTHON_HOME = join(ROOT, 'clients', 'python');
export const QUIET = { PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error::ResourceWarning' };

/** Without python3 these tests fail: the client is not tested then. */
export const python = (args: string[], env: Record<string, string> = {}, cwd = PYTHON_HOME) =>
  promisify(execFile)('python3', args, { cwd, env: { ...process.env, ...QUIET, ...env }, timeout: 50_000 });
