import { describe, expect, it } from 'vitest';
import { folderCycles } from '../tools/folder-cycles.ts';

const module = (source: string, ...targets: string[]) => moduleWith(['local', 'import'], source, ...targets);
const typesOnly = (source: string, ...targets: string[]) => moduleWith(['local', 'type-only'], source, ...targets);
const moduleWith = (dependencyTypes: string[], source: string, ...targets: string[]) => ({
  source: `packages/console/src/${source}`,
  dependencies: targets.map((target) => ({ resolved: `packages/console/src/${target}`, dependencyTypes })),
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

  it('finds a cycle below the folders of a package', () => {
    const cycles = folderCycles([
      module('runs/list/table.tsx', 'runs/filters/chips.tsx'),
      module('runs/filters/bar.tsx', 'runs/list/row.tsx'),
    ]);
    expect(cycles).toHaveLength(1);
  });

  it('lets a room take the type of a store that is built on the room, and nothing else of it', () => {
    const store = module('runs/store/run-store.ts', 'runs/run.ts');
    expect(folderCycles([store, typesOnly('runs/create-run.ts', 'runs/store/run-store.ts')])).toEqual([]);
    expect(folderCycles([store, module('runs/create-run.ts', 'runs/store/run-store.ts')])).toHaveLength(1);
  });

  it('knows the stores of the parts of a room', () => {
    const event = module('runs/store/finish-runs.ts', 'outbound/webhooks/event.ts');
    const log = module('outbound/webhooks/store/event-log.ts', 'runs/store/find-runs.ts', 'outbound/webhooks/event.ts');
    expect(folderCycles([event, log])).toEqual([]);
    expect(folderCycles([event, module('outbound/webhooks/deliver.ts', 'runs/store/find-runs.ts')])).toHaveLength(1);
    expect(
      folderCycles([log, module('outbound/webhooks/deliver.ts', 'outbound/webhooks/store/event-log.ts')]),
    ).toHaveLength(1);
    const [told, written] = ['outbound/channels/store/rows.ts', 'outbound/destinations/store/rows.ts'];
    expect(folderCycles([module(told, written), module(written, told)])).toHaveLength(1);
  });
});
