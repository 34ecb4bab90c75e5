import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../../test/support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';

let test: TestDatabase;
let proxy: DatabaseProxy;
beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('postgres'));
});
afterEach(async () => {
  await proxy.stop();
  await test.close();
});

const throughProxy = async () => {
  const { rows } = await test.database.query<{ name: string }>('SELECT current_database() AS name');
  const { user, password } = inject('postgres');
  return { host: '127.0.0.1', port: proxy.port, user, password, database: rows[0]?.name };
};
const away = { code: 'unavailable' };

describe('a server that stops answering', () => {
  it('fails the query, and the next one uses a new connection', async () => {
    const database = test.open({ connection: await throughProxy(), poolSize: 1, statementTimeoutMs: 200 });
    await database.query('SELECT 1');
    proxy.mute();
    await expect(database.query('SELECT 1')).rejects.toMatchObject(away);
    expect((await database.query('SELECT 1')).rowCount).toBe(1);
  });

  it('fails a transaction too', async () => {
    const database = test.open({ connection: await throughProxy(), poolSize: 1, statementTimeoutMs: 200 });
    const lost = database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      proxy.mute();
      await tx.query('SELECT 1');
    });
    await expect(lost).rejects.toMatchObject(away);
    expect(await database.transaction(async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1);
  });
});

describe('a server that says in one packet that it is ready and that it is going away', () => {
  const message = (type: string, ...parts: (string | number[])[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    const head = Buffer.alloc(5, type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const READY = [message('R', [0, 0, 0, 0]), message('Z', 'I')];
  const GOING_AWAY = message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');

  it('fails what was asked, not the process', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([...READY, GOING_AWAY])));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    process.prependListener('uncaughtException', onUncaught);
    try {
      const database = test.open({ connection: { host: '127.0.0.1', port, user: 'somebody', database: 'any' } });
      await expect(database.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(away);
      await expect(database.query('SELECT 1')).rejects.toMatchObject(away);
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', onUncaught);
      server.close();
    }
  });
});

describe('a connection to a server that has become a standby', () => {
  it('is not used again', async () => {
    const database = test.open({ poolSize: 1 });
    await database.query('SET default_transaction_read_only = on');
    const write = () =>
      database.transaction((tx) =>
        tx.query(`INSERT INTO nodes (id, role, seen_at) VALUES (gen_random_uuid(), 'api', now())`),
      );
    await expect(write()).rejects.toMatchObject(away);
    expect((await write()).rowCount).toBe(1);
  });
});

describe('a statement that takes too long', () => {
  it('makes the service unavailable, not broken', async () => {
    const database = test.open({ statementTimeoutMs: 100 });
    await expect(database.query('SELECT pg_sleep(30)')).rejects.toMatchObject({
      ...away,
      detail: 'The database took too long to answer.',
    });
  });
});

describe('behind a transaction pooler', () => {
  const PREPARED = 'SELECT name FROM pg_prepared_statements';
  const LIMIT = `SELECT current_setting('statement_timeout') AS limit`;

  it('no statement keeps a name, and the time limit is set by each transaction', async () => {
    const directConnection = await throughProxy();
    const database = test.open({ directConnection, poolSize: 1, statementTimeoutMs: 7_000 });
    await database.query({ name: 'named', text: 'SELECT $1::int' }, [1]);
    expect((await database.query(PREPARED)).rows).toEqual([]);
    expect((await database.query(LIMIT)).rows).toEqual([{ limit: '0' }]);
    expect((await database.transaction((tx) => tx.query(LIMIT))).rows).toEqual([{ limit: '7s' }]);
    expect((await database.query(LIMIT)).rows).toEqual([{ limit: '0' }]);
  });

  it('unlike a direct connection', async () => {
    const database = test.open({ poolSize: 1, statementTimeoutMs: 7_000 });
    await database.query({ name: 'named', text: 'SELECT $1::int' }, [1]);
    expect((await database.query(PREPARED)).rows).toEqual([{ name: 'named' }]);
    expect((await database.query(LIMIT)).rows).toEqual([{ limit: '7s' }]);
  });
});
