/** A TCP door to PostgreSQL's socket whose open connections can fall silent, as those to a machine that has vanished. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface MuteProxy {
  port: number;
  /** Every connection that is open now says nothing any more, and is not closed either. */
  mute(): void;
  stop(): Promise<void>;
}

export async function startMuteProxy(postgres: { host: string; port: number }): Promise<MuteProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
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
  return {
    port: (server.address() as AddressInfo).port,
    mute() {
      for (const socket of open) socket.unpipe().pause();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
