import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../../test/support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { silentLogger } from '../core/logger.ts';
import { createNotifications, type Notifications } from './notifications.ts';

let test: TestDatabase;
let proxy: DatabaseProxy;
let notifications: Notifications;
beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('postgres'));
});
afterEach(async () => {
  await notifications.stop();
  await proxy.stop();
  await test.close();
});

describe('a connection that receives nothing any more', () => {
  it('is detected and replaced by a working one', async () => {
    const { user, password } = inject('postgres');
    const { rows } = await test.database.query<{ name: string }>('SELECT current_database() AS name');
    const directConnection = { host: '127.0.0.1', port: proxy.port, user, password, database: rows[0]?.name };
    notifications = createNotifications(test.open({ directConnection }), silentLogger, 100);
    const heard: string[] = [];
    let reconnects = 0;
    notifications.subscribe('topic', {
      onMessage: (payload) => heard.push(payload),
      onReconnect: () => {
        reconnects += 1;
      },
    });
    await notifications.start();
    proxy.mute();
    await expect.poll(() => reconnects, { timeout: 20_000 }).toBeGreaterThan(0);
    await test.database.query('SELECT tell_nodes($1)', ['topic:hello']);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['hello']);
  });
});

describe('a database that is slow to accept connections', () => {
  const failing = (times: number) => {
    const database = test.open();
    let left = times;
    const connect: typeof database.connect = async (options) => {
      left -= 1;
      if (left >= 0) throw new Error('timeout expired');
      return database.connect(options);
    };
    return { ...database, pool: database.pool, connect } as typeof database;
  };

  it('does not keep a node from starting, unless it fails three times', async () => {
    notifications = createNotifications(failing(2), silentLogger, 10_000);
    await notifications.start();
    await notifications.stop();
    notifications = createNotifications(failing(3), silentLogger, 10_000);
    await expect(notifications.start()).rejects.toThrow('timeout expired');
  });
});

describe('a connection that works', () => {
  it('is kept, however often the node checks it', async () => {
    const database = test.open();
    const spoken: unknown[] = [];
    const counting = {
      ...database,
      pool: database.pool,
      query: (...args: Parameters<typeof database.query>) => {
        spoken.push(args);
        return database.query(...args);
      },
    } as typeof database;
    // An echo has this long to come back, on a machine that does other things too.
    notifications = createNotifications(counting, silentLogger, 500);
    let reconnects = 0;
    notifications.subscribe('topic', {
      onMessage() {},
      onReconnect: () => {
        reconnects += 1;
      },
    });
    await notifications.start();
    await expect.poll(() => spoken.length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(reconnects).toBe(0);
  });
});
