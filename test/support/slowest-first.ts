/** The files that take longest begin the run, so that at its end no single one is waited for while the other workers have nothing left. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOWEST = [
  'test/packages.test.ts',
  'test/upgrade.test.ts',
  'test/start-and-stop.test.ts',
  'test/guides.test.ts',
  'test/chaos.test.ts',
  'test/openapi-clients.test.ts',
  'test/crash.test.ts',
  'test/image.test.ts',
  'packages/console/test/pages.test.ts',
  'packages/console/test/runs.test.ts',
  'packages/console/test/everyday.test.ts',
  'packages/server/test/api/hostile/neighbours.test.ts',
  'packages/cli/test/models.test.ts',
];

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? SLOWEST.length : place;
}
