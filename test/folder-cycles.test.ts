import { describe, expect, it } from 'vitest';
import { folderCycles } from '../tools/folder-cycles.ts';

const module = (source: string, ...targets: string[]) => ({
  source: `packages/console/src/${source}`,
  dependencies: targets.map((target) => ({ resolved: `packages/console/src/${target}` })),
});

describe('folderCycles', () => {
  it('finds a cycle of folders although no file is in one', () => {
    const cycles = folderCycles([
      module('ui/states.tsx', 'api/errors.ts'),
      module('api/runs.ts', 'session/session.ts'),
      module('session/gate.tsx', 'ui/spinner.tsx', 'session/session.ts'),
    ]);
    expect(cycles.map((cycle) => cycle.map((folder) => folder.split('/').at(-1)))).toEqual([
      ['ui', 'api', 'session', 'ui'],
    ]);
  });

  it('allows folders that depend one way, and tests that use anything', () => {
    const cycles = folderCycles([
      module('ui/states.tsx', 'api/errors.ts'),
      module('api/runs.ts', 'api/session.ts'),
      module('api/runs.test.ts', 'ui/states.tsx'),
    ]);
    expect(cycles).toEqual([]);
  });
});
