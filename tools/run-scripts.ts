/** Runs scripts of package.json at the same time: `node tools/run-scripts.ts types rooms`. Prints what each said when it has ended; fails when one failed. */
import { execFile } from 'node:child_process';

const LIMIT_MS = 600_000;

function run(script: string): Promise<boolean> {
  const begin = Date.now();
  return new Promise((resolve) => {
    const options = { timeout: LIMIT_MS, maxBuffer: 100 * 1_024 * 1_024 };
    execFile('npm', ['run', '--silent', script], options, (error, stdout, stderr) => {
      const seconds = ((Date.now() - begin) / 1_000).toFixed(0);
      const outcome = error === null ? 'ok' : error.killed === true ? 'took too long' : 'failed';
      process.stdout.write(`${script}: ${outcome}, ${seconds} s\n${stdout}${stderr}`);
      resolve(error === null);
    });
  });
}

const outcomes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = outcomes.includes(false) ? 1 : 0;
