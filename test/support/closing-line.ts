/** Closes a test run with one plain line, `N passed, N failed`, that any CI can read. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    process.stdout.write(closingLine(modules, unhandledErrors.length));
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
