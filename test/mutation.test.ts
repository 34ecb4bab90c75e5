import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chosen, nameOf, scoreLine } from '../tools/mutation/sample.ts';
import { filesOf, GUARDED_ROOMS, rangesOf, testsOf } from '../tools/mutation/what-to-mutate.ts';

const DIFF = `diff --git a/packages/server/src/queue/dispatcher.ts b/packages/server/src/queue/dispatcher.ts
--- a/packages/server/src/queue/dispatcher.ts
+++ b/packages/server/src/queue/dispatcher.ts
@@ -10 +10 @@ function one()
-old
+new
@@ -20,3 +20,0 @@ function removed()
-gone
@@ -40,0 +38,4 @@ function added()
+new
diff --git a/packages/server/src/queue/dispatcher.test.ts b/packages/server/src/queue/dispatcher.test.ts
--- a/packages/server/src/queue/dispatcher.test.ts
+++ b/packages/server/src/queue/dispatcher.test.ts
@@ -1 +1 @@
+new
diff --git a/packages/console/src/app.tsx b/packages/console/src/app.tsx
--- a/packages/console/src/app.tsx
+++ b/packages/console/src/app.tsx
@@ -1 +1 @@
+new
`;

describe('what a mutation run changes', () => {
  it('is every line of source that was written, and no test', () => {
    const file = 'packages/server/src/queue/dispatcher.ts';
    expect(rangesOf(DIFF)).toEqual([`${file}:10-10`, `${file}:38-41`]);
  });

  it.each(GUARDED_ROOMS)('finds the source of %s', (room) => {
    const files = filesOf([room]);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
  });

  it('asks the tests beside the source and those of the API', () => {
    expect(testsOf(['packages/server/src/outbound/webhooks/deliver.ts:1-4'])).toEqual(
      expect.arrayContaining([
        'packages/server/src/outbound/webhooks/deliver.test.ts',
        'packages/server/test/api/events/events.property.test.ts',
        'packages/server/test/api/webhooks/deliver.test.ts',
      ]),
    );
    expect(testsOf(['packages/server/src/usage/credits.ts'])).toContain(
      'packages/server/test/api/spend/spend-caps.test.ts',
    );
    expect(testsOf(['packages/server/src/access/members/sign-in.ts'])).toContain(
      'packages/server/test/api/members/members.test.ts',
    );
  });
});

describe('a sample of changes', () => {
  /** Three files with 60, 30 and 10 changes, in no order. */
  const changes = [60, 30, 10]
    .flatMap((count, file) =>
      Array.from({ length: count }, (_, line) => ({
        id: `${100 * file + line}`,
        fileName: `${file}.ts`,
        location: { start: { line, column: 0 } },
        mutatorName: 'BlockStatement',
      })),
    )
    .toSorted((a, b) => (Number(a.id) % 7) - (Number(b.id) % 7));
  const inFile = (ids: Set<string>, file: number) => [...ids].filter((id) => Math.floor(Number(id) / 100) === file);

  it.each(['a', 'b', 'c'])('has the share of every file, with seed %s', (seed) => {
    const ids = chosen(changes, { size: 10, seed });
    expect([0, 1, 2].map((file) => inFile(ids, file).length)).toEqual([6, 3, 1]);
  });

  it('is the same for a seed, and another for another', () => {
    const sample = chosen(changes, { size: 10, seed: 'a' });
    expect(chosen(changes.toReversed(), { size: 10, seed: 'a' })).toEqual(sample);
    expect(chosen(changes, { size: 10, seed: 'b' })).not.toEqual(sample);
  });

  it('is everything where there are no more changes than that', () => {
    expect(chosen(changes, { size: 100, seed: 'a' }).size).toBe(100);
    expect(chosen(changes, { size: 99, seed: 'a' }).size).toBe(99);
    expect(chosen(changes, { size: 101, seed: 'a' }).size).toBe(100);
  });

  it('names a change by its place and what it puts there', () => {
    const [change] = changes;
    expect(change && nameOf({ ...change, fileName: resolve('a/b.ts'), replacement: '{}' })).toBe(
      'a/b.ts:0:0 BlockStatement {}',
    );
  });

  it('has a score with an interval, of what was tried', () => {
    const statuses = [...Array(42).fill('Killed'), 'Timeout', ...Array(6).fill('Survived'), 'NoCoverage'];
    expect(scoreLine([...statuses, 'CompileError', 'Ignored'])).toBe(
      '43 of 50 changes noticed: 86 % (95 % interval 74 to 93)',
    );
    expect(scoreLine(['Ignored'])).toBe('nothing was tried');
  });
});
