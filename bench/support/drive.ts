/** Load in a closed loop: every connection sends its next request when it has the answer to the last. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection } from './raw-connection.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface Load {
  ports: readonly number[];
  connections: number;
  /** Ends after this time, or after `count` requests. */
  seconds?: number;
  count?: number;
  request(index: number): Buffer;
  expectStatus: number;
}

export interface Driven extends Spread {
  perSecond: number;
  requests: number;
}

export async function drive({ ports, connections, seconds, count, request, expectStatus }: Load): Promise<Driven> {
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => RawConnection.open(ports[index % ports.length] ?? 0)),
  );
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : startedAt + seconds * 1_000;
  const last = count ?? Number.POSITIVE_INFINITY;
  await Promise.all(
    opened.map(async (connection) => {
      while (next < last && performance.now() < until) {
        const sentAt = performance.now();
        const bytes = request(next++);
        let answer = await connection.send(bytes);
        // Refused for the number of requests: it counts once it is accepted, with all the time that took.
        while (answer.status === 503) {
          await sleep(1_000);
          answer = await connection.send(bytes);
        }
        const { status, body } = answer;
        if (status !== expectStatus) throw new Error(`answered ${status}: ${body.slice(0, 300)}`);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  for (const connection of opened) connection.close();
  return { perSecond: latencies.length / elapsed, requests: latencies.length, ...spreadOf(latencies) };
}
