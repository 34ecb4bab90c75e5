/**
 * What runs in a file's hooks, such as the start of a service, is covered by every test of the file. The mutation tool
 * takes it for code that runs when a module is loaded, and would not ask those tests about it.
 */
import { afterAll, beforeAll, inject } from 'vitest';

/** Hits by the number of a change. */
type Hits = Record<string, number>;

interface Recorder {
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

const provided = inject as (name: string) => string;

if (provided('mode') === 'dry-run') {
  const recorder = (globalThis as Record<string, unknown>)[provided('globalNamespace')] as Recorder;
  const tests = new Set<string>();
  const HOOKS = 'hooks';
  let test: string | undefined;
  let isInFile = false;
  // The tool says which test runs, and nothing before the first and between two of them.
  Object.defineProperty(recorder, 'currentTestId', {
    configurable: true,
    get: () => test ?? (isInFile ? HOOKS : undefined),
    set(id: string | undefined) {
      test = id;
      if (id !== undefined) tests.add(id);
    },
  });
  beforeAll(() => {
    isInFile = true;
  });
  // Before the tool reads what was recorded: what was registered last runs first.
  afterAll(() => {
    isInFile = false;
    const perTest = recorder.mutantCoverage?.perTest;
    const inHooks = perTest?.[HOOKS];
    if (perTest === undefined || inHooks === undefined) return;
    delete perTest[HOOKS];
    for (const id of tests) perTest[id] = added(perTest[id] ?? {}, inHooks);
  });
}

function added(one: Hits, other: Hits): Hits {
  const sum = { ...one };
  for (const [change, hits] of Object.entries(other)) sum[change] = (sum[change] ?? 0) + hits;
  return sum;
}
