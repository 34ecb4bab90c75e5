/** A piece of network: TCP from a port of its own to another one on this machine, that can be cut and led elsewhere. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HOST = '127.0.0.1';

export interface Link {
  port: number;
  /** New connections go there; open ones end. Without a port, nobody gets through. */
  leadTo(port: number | undefined): void;
  /** Packets are lost without a word, in both directions, and new connections get no answer. */
  cut(): void;
  /** What was lost stays lost: both ends of the old connections are told. */
  heal(): void;
  stop(): Promise<void>;
}

export async function startLink(): Promise<Link> {
  const open = new Set<Socket>();
  let to: number | undefined;
  let isCut = false;
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => {});
    if (isCut) return;
    if (to === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(to, HOST);
    open.add(upstream);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        if (!isCut) other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      to = port;
      endAll();
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.unpipe().pause();
    },
    heal() {
      isCut = false;
      endAll();
    },
    async stop() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
