import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { newId, newUuid } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { NO_TRACING } from '../core/tracing.ts';
import { JobCancelled, LeaseLost, NodeStopping } from '../queue/dispatcher.ts';
import { NO_USAGE } from '../usage/usage.ts';
import { type ExecuteRun, executeRun } from './execute-run.ts';
import type { RunWork } from './store/find-runs.ts';

const job = { id: newUuid(), lane: 'l', token: newUuid(), attempts: 1 };
const work: RunWork = {
  workspaceId: newId('ws'),
  environment: 'live',
  runId: newId('run'),
  type: 'api',
  input: '{}',
  kitId: newUuid(),
  kitCode: 'ABCDEFGH',
  kitVersionId: newUuid(),
  agents: [],
  rules: {},
  mask: [],
};
const away = () => new ServiceError('unavailable', { detail: 'The database is unavailable.' });

/** Each attempt to store the end gets the next of `outcomes`; the last one repeats. */
async function execute(
  outcomes: readonly (true | Error)[],
  abort: { during?: 'load' | 'evaluate'; with?: Error } = {},
) {
  const controller = new AbortController();
  const reach = (step: 'load' | 'evaluate') => {
    if (abort.during === step) controller.abort(abort.with);
  };
  const seen = { evaluated: 0, stored: 0, putBack: 0 };
  const deps: ExecuteRun = {
    clock: { now: () => new Date() },
    logger: silentLogger,
    tracing: NO_TRACING,
    maxAttempts: 5,
    deadlineMs: 60_000,
    store: {
      async load() {
        reach('load');
        return work;
      },
      async finish() {
        const outcome = outcomes[Math.min(seen.stored, outcomes.length - 1)];
        seen.stored += 1;
        if (outcome instanceof Error) throw outcome;
        return true;
      },
    },
    jobs: {
      async putBack() {
        seen.putBack += 1;
        return true;
      },
    },
    async evaluate() {
      seen.evaluated += 1;
      reach('evaluate');
      return {
        output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: {} },
        warnings: [],
        usage: NO_USAGE,
      };
    },
  };
  await executeRun(deps, job, controller.signal);
  return seen;
}

describe('executeRun', () => {
  it('stores the answers once the database is back, without evaluating again', async () => {
    expect(await execute([away(), away(), true])).toEqual({ evaluated: 1, stored: 3, putBack: 0 });
  });

  it('leaves a run to its lease after an unexpected error', async () => {
    expect(await execute([new Error('not foreseen')])).toEqual({ evaluated: 1, stored: 1, putBack: 0 });
  });

  it('does not wait for the database once the lease is lost', async () => {
    const lost = { during: 'evaluate', with: new LeaseLost() } as const;
    expect(await execute([away()], lost)).toEqual({ evaluated: 1, stored: 1, putBack: 0 });
  });

  it.each([
    ['is cancelled', new JobCancelled(), 0],
    ['must be left to another node', new NodeStopping(), 1],
  ])('does not begin a run that %s while it is loaded', async (_what, reason, putBack) => {
    expect(await execute([true], { during: 'load', with: reason })).toEqual({ evaluated: 0, stored: 0, putBack });
  });
});
