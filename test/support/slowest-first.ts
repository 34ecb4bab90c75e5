/**
 * The files that take longest begin the run, so that at its end no single one is waited for while the other workers have nothing left.
 * With `TEST_ORDER=<any word>` they run in an order that follows from the word: files that share a process must not depend on who was there before.
 */
import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOWEST = [
  'test/packages.test.ts',
  'test/start-and-stop.test.ts',
  'test/guides.test.ts',
  'test/crash.test.ts',
  'test/chaos.test.ts',
  'packages/server/test/spend-process.test.ts',
  'test/upgrade.test.ts',
  'test/backup.test.ts',
  'test/log-scan.test.ts',
  'test/image.test.ts',
  'packages/server/test/webhook-process.test.ts',
  'test/run-guard.test.ts',
  'packages/console/test/every-page.test.ts',
  'packages/server/test/api/insights/figures-agree.test.ts',
  'packages/server/test/api/large/every-answer.test.ts',
  'packages/console/test/tasks.test.ts',
  'packages/server/test/api/hostile/cross-workspace.test.ts',
  'packages/console/test/overview.test.ts',
  'packages/console/test/everyday.test.ts',
  'packages/engine/src/words/answers.test.ts',
  'packages/cli/test/models.test.ts',
  'packages/server/test/api/channels/messages.test.ts',
  'packages/server/test/api/hostile/fuzz.test.ts',
  'packages/console/test/runs.test.ts',
  'packages/console/test/pages.test.ts',
  'packages/console/test/intake.test.ts',
  'packages/console/test/runs-table.test.ts',
  'packages/server/test/api/hostile/one-request.test.ts',
  'packages/server/test/api/permissions/matrix.test.ts',
  'packages/console/test/review.test.ts',
  'packages/server/test/api/hostile/neighbours.test.ts',
  'packages/client/test/client.test.ts',
  'packages/server/test/api/intake/intake.test.ts',
  'packages/engine/src/conversation/linear-time.test.ts',
  'packages/server/test/api/webhooks/faults.test.ts',
  'packages/engine/src/evaluation/evaluation-pool.test.ts',
  'packages/engine/src/mask/mask-growth.test.ts',
  'packages/console/test/backfills.test.ts',
  'packages/console/test/insights.test.ts',
  'packages/cli/test/bulk.test.ts',
  'packages/server/test/api/warehouse/scheduled-export.test.ts',
  'packages/server/src/questions/estimate/coverage.test.ts',
  'packages/console/test/docs-page.test.ts',
  'packages/server/test/api/runs/execution.test.ts',
];

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env.TEST_ORDER;
    const place = order === undefined || order === '' ? rank : shuffled(order);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? SLOWEST.length : place;
}

function shuffled(order: string): (file: TestSpecification) => number {
  return ({ moduleId }) => createHash('sha256').update(order).update(moduleId).digest().readUInt32BE();
}
