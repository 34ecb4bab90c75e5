/** A TCP proxy to PostgreSQL's socket that can cut its connections, or stop forwarding as if the machine were gone. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface DatabaseProxy {
  port: number;
  /** Cuts every connection, and refuses new ones for `forMs`. */
  cut(forMs: number): void;
  /** Every open connection stops forwarding data, and is not closed either. */
  mute(): void;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(postgres: { host: string; port: number }): Promise<DatabaseProxy> {
  const open = new Set<Socket>();
  let shutUntil = 0;
  const server = createServer((client) => {
    if (Date.now() < shutUntil) {
      client.destroy();
      return;
    }
    const upstream = connect(join(postgres.host, `.s.PGSQL.${postgres.port}`));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut(forMs) {
      shutUntil = Date.now() + forMs;
      cutAll();
    },
    mute() {
      for (const socket of open) socket.unpipe().pause();
    },
    async stop() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
