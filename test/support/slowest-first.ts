/**
 * The files that take longest begin the run, so that at its end no single one is waited for while the other workers have nothing left.
 * With `TEST_ORDER=<any word>` they run in an order that follows from the word: files that share a process must not depend on who was there before.
 */
import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOWEST = [
  'test/packages.system.test.ts',
  'test/start-and-stop.system.test.ts',
  'test/guides.system.test.ts',
  'test/crash.system.test.ts',
  'test/chaos.system.test.ts',
  'packages/server/test/spend-process.system.test.ts',
  'test/upgrade.system.test.ts',
  'test/backup.system.test.ts',
  'test/log-scan.system.test.ts',
  'test/image.system.test.ts',
  'packages/server/test/webhook-process.system.test.ts',
  'test/run-guard.system.test.ts',
  'packages/console/test/every-page.system.test.ts',
  'packages/server/test/api/insights/figures-agree.system.test.ts',
  'packages/server/test/api/large/every-answer.system.test.ts',
  'packages/console/test/tasks.system.test.ts',
  'packages/server/test/api/hostile/cross-workspace.property.test.ts',
  'packages/console/test/overview.system.test.ts',
  'packages/console/test/everyday.system.test.ts',
  'packages/engine/src/words/answers.property.test.ts',
  'packages/cli/test/models.system.test.ts',
  'packages/client/test/client.test.ts',
  'packages/server/test/api/questions/questions.test.ts',
  'packages/server/test/api/hostile/fuzz.system.test.ts',
  'packages/console/test/runs.system.test.ts',
  'packages/console/test/pages.system.test.ts',
  'packages/console/test/intake.system.test.ts',
  'packages/console/test/runs-table.system.test.ts',
  'packages/server/test/api/hostile/one-request.system.test.ts',
  'packages/server/test/api/permissions/matrix.property.test.ts',
  'packages/console/test/review.system.test.ts',
  'packages/server/test/api/hostile/neighbours.system.test.ts',
  'packages/server/test/api/intake/intake.test.ts',
  'packages/engine/src/conversation/linear-time.system.test.ts',
  'packages/server/test/api/webhooks/faults.system.test.ts',
  'packages/server/test/api/runs/search-runs.test.ts',
  'packages/server/test/api/reviews/reviews.test.ts',
  'packages/cli/test/batch.test.ts',
  'packages/engine/src/mask/mask-growth.system.test.ts',
  'packages/console/test/backfills.system.test.ts',
  'packages/console/test/insights.system.test.ts',
  'packages/cli/test/evaluate.test.ts',
  'packages/cli/test/mcp.test.ts',
  'packages/server/test/api/warehouse/scheduled-export.test.ts',
  'packages/server/src/questions/estimate/coverage.property.test.ts',
  'packages/console/test/docs-page.system.test.ts',
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
