/**
 * Ends a test run that hangs: names the files that still run, kills every process that the run started and fails. No limit inside a test
 * does that for a file whose process is blocked.
 */
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { closingLine } from './closing-line.ts';

export interface Limits {
  minutesPerFile: number;
  minutesPerRun: number;
}

export default class RunGuard implements Reporter {
  readonly #limits: Limits;
  readonly #begin = Date.now();
  /** Since when each file has been running. */
  readonly #running = new Map<string, number>();
  readonly #tests = new Map<string, TestCase>();
  readonly #ended: TestModule[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  onInit({ config }: Vitest): void {
    if (!config.watch) setInterval(() => this.#look(), 1_000).unref();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#running.set(moduleId, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.moduleId);
    this.#ended.push(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#tests.set(test.id, test);
  }

  onTestCaseResult({ id }: TestCase): void {
    this.#tests.delete(id);
  }

  #look(): void {
    const { minutesPerFile, minutesPerRun } = this.#limits;
    if (minutesSince(this.#begin) > minutesPerRun) this.#end(`The test run takes longer than ${minutesPerRun} minutes`);
    if ([...this.#running.values()].some((since) => minutesSince(since) > minutesPerFile))
      this.#end(`A test file takes longer than ${minutesPerFile} minutes`);
  }

  #end(reason: string): never {
    const lines = [`${reason}, so the run was ended. Still running:`];
    for (const [file, since] of this.#running) {
      lines.push(`  ${relative(process.cwd(), file)}, for ${Math.round(minutesSince(since) * 60)} s`);
      for (const { fullName, module } of this.#tests.values())
        if (module.moduleId === file) lines.push(`    ${fullName}`);
    }
    if (this.#running.size === 0) lines.push('  no test file: the set-up of the run, or its end');
    process.stderr.write(`${lines.join('\n')}\n`);
    process.stdout.write(closingLine(this.#ended, Math.max(1, this.#running.size)));
    for (const pid of descendants(process.pid)) kill(pid);
    process.exit(1);
  }
}

const minutesSince = (time: number) => (Date.now() - time) / 60_000;

function descendants(root: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 10_000 });
  const processes = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found) for (const [pid = 0, ppid] of processes) if (ppid === parent) found.push(pid);
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
