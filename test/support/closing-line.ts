/**
 * Closes a test run with one plain line, `N passed, N failed`, that any CI can read; above it the tests that passed at the
 * second try only, each of which is a bug (`TEST_RETRIES`, which `.ci/run` sets).
 */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    process.stdout.write(passedLate(modules) + closingLine(modules, unhandledErrors.length));
  }
}

/** `faults` are those that belong to no test. */
export function closingLine(modules: Iterable<TestModule>, faults: number): string {
  let passed = 0;
  let failed = faults;
  let skipped = 0;
  for (const module of modules) {
    failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      else if (state === 'skipped') skipped += 1;
      else failed += 1;
    }
  }
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
}

function passedLate(modules: Iterable<TestModule>): string {
  let lines = '';
  for (const module of modules)
    for (const test of module.children.allTests('passed'))
      if (test.diagnostic()?.flaky)
        lines += `passed at the second try: ${module.relativeModuleId} > ${test.fullName}\n`;
  return lines;
}
