import { describe, expect, it } from 'vitest';
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
    expect(testsOf(['packages/server/src/webhooks/deliver.ts:1-4'])).toEqual(
      expect.arrayContaining([
        'packages/server/src/webhooks/retry-schedule.test.ts',
        'packages/server/test/api/webhooks/deliver.test.ts',
      ]),
    );
    expect(testsOf(['packages/server/src/access/members/sign-in.ts'])).toContain(
      'packages/server/test/api/members/members.test.ts',
    );
  });
});
