import { ServiceError } from '@brickwork/engine/core/service-error';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import type { Queryable } from './queryable.ts';
import { createReadsWithoutPrimary, type ReadsWithoutPrimary } from './reads-without-primary.ts';

/** Answers with its name, or with no rows, or throws the given error. */
function server(name: string): Queryable & { fault: Error | undefined; isEmpty: boolean; asked: number } {
  const self = {
    fault: undefined as Error | undefined,
    isEmpty: false,
    asked: 0,
    async query() {
      self.asked += 1;
      if (self.fault) throw self.fault;
      return { rows: self.isEmpty ? [] : [{ name }], rowCount: 1, command: 'SELECT', oid: 0, fields: [] } as never;
    },
  };
  return self;
}

const AWAY = new ServiceError('unavailable', { cause: new Error('Connection terminated') });
const opened: ReadsWithoutPrimary[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.stop();
});

function scene(probeEveryMs = 5) {
  const [standby, primary] = [server('standby'), server('primary')];
  const surviving = createReadsWithoutPrimary({ standby, primary, logger: silentLogger, probeEveryMs });
  opened.push(surviving);
  const ask = async (on: Queryable) => (await on.query<{ name: string }>('SELECT 1')).rows[0]?.name;
  return { standby, primary, surviving, ask };
}

describe('reads while the primary is away', () => {
  it('are the primary’s as long as it answers', async () => {
    const { ask, surviving, standby, primary } = scene();
    primary.isEmpty = true;
    expect(await ask(surviving.lookUps)).toBeUndefined();
    expect(await ask(surviving.reads)).toBeUndefined();
    expect(standby.asked).toBe(0);
  });

  it('are answered by the standby, without asking the primary each time, until it is back', async () => {
    const { ask, surviving, primary } = scene();
    primary.fault = AWAY;
    expect(await ask(surviving.reads)).toBe('standby');
    expect(surviving.isPrimaryAway).toBe(true);
    primary.fault = undefined;
    await expect.poll(() => surviving.isPrimaryAway).toBe(false);
    expect(await ask(surviving.lookUps)).toBe('primary');
  });

  it('do not wait for the primary meanwhile', async () => {
    const { ask, surviving, primary } = scene(60_000);
    primary.fault = AWAY;
    for (let index = 0; index < 5; index += 1) expect(await ask(surviving.lookUps)).toBe('standby');
    expect(primary.asked).toBe(1);
  });

  it('never say that something does not exist', async () => {
    const { ask, surviving, standby, primary } = scene(60_000);
    primary.fault = AWAY;
    standby.isEmpty = true;
    await expect(ask(surviving.lookUps)).rejects.toBe(AWAY);
    await expect(ask(surviving.lookUps)).rejects.toBe(AWAY);
    expect(await ask(surviving.reads)).toBeUndefined();
  });

  it('stay the primary’s when it only fails, is too slow or too busy', async () => {
    const { ask, surviving, standby, primary } = scene();
    for (const fault of [
      new Error('syntax error'),
      new ServiceError('unavailable', { cause: Object.assign(new Error('took too long'), { code: '57014' }) }),
      new ServiceError('unavailable', { cause: Object.assign(new Error('too many clients'), { code: '53300' }) }),
    ]) {
      primary.fault = fault;
      await expect(ask(surviving.reads)).rejects.toBe(fault);
    }
    expect(surviving.isPrimaryAway).toBe(false);
    expect(standby.asked).toBe(0);
  });
});
