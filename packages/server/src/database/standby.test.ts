import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import type { Queryable } from './queryable.ts';
import { readFromStandby } from './standby.ts';

/** Answers with its name, or throws the given error. */
function server(name: string): Queryable & { fault: Error | undefined; asked: number } {
  const self = {
    fault: undefined as Error | undefined,
    asked: 0,
    async query() {
      self.asked += 1;
      if (self.fault) throw self.fault;
      return { rows: [{ name }], rowCount: 1, command: 'SELECT', oid: 0, fields: [] } as never;
    },
  };
  return self;
}

function scene() {
  const [standby, primary] = [server('standby'), server('primary')];
  const clock = { now: 0 };
  const reads = readFromStandby({ standby, primary, logger: silentLogger, now: () => clock.now });
  const ask = async () => (await reads.query<{ name: string }>('SELECT 1')).rows[0]?.name;
  return { standby, primary, clock, reads, ask };
}

describe('reads that may be stale', () => {
  it('are answered by the standby', async () => {
    const { ask, primary, reads } = scene();
    expect(await ask()).toBe('standby');
    expect(primary.asked).toBe(0);
    expect(reads.answered).toEqual({ standby: 1, primary: 0 });
  });

  it('go to the primary while the standby is unavailable, until it has answered a probe', async () => {
    const { ask, standby, clock, reads } = scene();
    standby.fault = new ServiceError('unavailable');
    expect(await ask()).toBe('primary');
    expect(await ask()).toBe('primary');
    expect(standby.asked).toBe(1);
    standby.fault = undefined;
    clock.now = 1_999;
    expect(await ask()).toBe('primary');
    expect(standby.asked).toBe(1);
    clock.now = 2_000;
    expect(await ask()).toBe('primary'); // This one sets the probe off.
    expect(standby.asked).toBe(2);
    await expect.poll(ask).toBe('standby');
    expect(reads.answered.standby).toBe(1);
  });

  it('go to the primary where only the standby fails, and the next one goes to the standby again', async () => {
    const { ask, standby } = scene();
    standby.fault = new Error('canceling statement due to conflict with recovery');
    expect(await ask()).toBe('primary');
    standby.fault = undefined;
    expect(await ask()).toBe('standby');
  });

  it('fail when both fail', async () => {
    const { ask, standby, primary } = scene();
    standby.fault = new ServiceError('unavailable');
    primary.fault = new Error('syntax error');
    await expect(ask()).rejects.toThrow('syntax error');
  });
});
