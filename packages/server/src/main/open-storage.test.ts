/** Starting while an external database is away. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { type Facts, silentLogger } from '../core/logger.ts';
import { readConfig } from './config.ts';
import { openStorage } from './open-storage.ts';

const { user, password, host, port } = inject('postgres');

/** Passes everything on to the real server. */
function proxy(): Server {
  return createServer((socket) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const each of [socket, server]) each.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  });
}

async function listening(server: Server, at = 0): Promise<number> {
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('a node waits for it, and says where it should be and why it is not', { timeout: 60_000 }, async () => {
  const test = await createTestDatabase();
  const { rows } = await test.database.query<{ name: string }>('SELECT current_database() AS name');
  const first = proxy();
  const at = await listening(first);
  await new Promise((resolve) => first.close(resolve));
  const secret = encodeURIComponent(password ?? '');
  const configOf = (waitMs: string) =>
    readConfig({
      DATABASE_URL: `postgresql://${user}:${secret}@127.0.0.1:${at}/${rows[0]?.name}`,
      BRICKWORK_SECRET: 'ab'.repeat(32),
      BRICKWORK_DATABASE_WAIT_MS: waitMs,
    });
  const refused = openStorage(configOf('0'), silentLogger, 'service');
  await expect(refused).rejects.toThrow(
    `The database at 127.0.0.1:${at} cannot be reached (connect ECONNREFUSED 127.0.0.1:${at})`,
  );
  const command = openStorage(configOf('600000'), silentLogger, 'command');
  await expect(command).rejects.toThrow('cannot be reached');

  const lines: [Facts, string][] = [];
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>();
  const logger = {
    ...silentLogger,
    warn(fields: Facts, message: string) {
      lines.push([fields, message]);
      if (message.startsWith('waiting')) waits();
    },
  };
  const opening = openStorage(configOf('600000'), logger, 'service');
  await isWaiting;
  const second = proxy();
  await listening(second, at);
  const storage = await opening;
  expect(lines).toEqual([
    [
      { server: `127.0.0.1:${at}`, reason: `connect ECONNREFUSED 127.0.0.1:${at}`, seconds: 600 },
      'waiting for the database; BRICKWORK_DATABASE_WAIT_MS says how long',
    ],
  ]);
  expect(JSON.stringify(lines)).not.toContain(password);
  expect((await storage.database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await storage.close();
  second.close();
  await test.close();
});
