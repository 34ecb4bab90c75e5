/**
 * A webhook receiver that costs next to nothing: it reads the event's id from the head, takes the whole body and answers 204. It
 * keeps the connection open where the sender wants that.
 */
import { createServer, type Socket } from 'node:net';

export interface Receiver {
  url: string;
  /** Distinct events so far. */
  readonly received: number;
  /** When so many distinct events are in. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');

export async function startReceiver(): Promise<Receiver> {
  const events = new Set<string>();
  let waiting: { count: number; resolve(): void } | undefined;
  const onEvent = (id: string) => {
    events.add(id);
    if (waiting !== undefined && events.size >= waiting.count) waiting.resolve();
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    readEvents(socket, onEvent);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    get received() {
      return events.size;
    },
    until: (count) =>
      events.size >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting = { count, resolve };
          }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** One request after another on a connection, each with a Content-Length. */
function readEvents(socket: Socket, onEvent: (id: string) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < whole) return;
    received = received.subarray(whole);
    onEvent(/webhook-id: (\S+)/i.exec(head)?.[1] ?? '');
    socket.write(ANSWER);
    if (/connection: close/i.test(head)) socket.end();
  });
}
