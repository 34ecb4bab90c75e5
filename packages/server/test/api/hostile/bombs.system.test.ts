/** Clients that ask for much and never read it. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_REQUEST_TIMEOUT_MS: '1000', BRICKWORK_SYNC_WAIT_MS: '500' });
});
afterAll(() => service.stop());

describe('connections that misbehave', () => {
  it('a client that never reads a large response is disconnected, and delays no other', async () => {
    const { server } = service.service.app.fastify;
    const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    const port = Number(new URL(service.url).port);
    const deaf = await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket));
            socket.on('error', () => {});
            socket.pause();
            socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60)); // Far more than the sockets' buffers hold.
          }),
      ),
    );
    await expect.poll(open, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
    const asked = { key: service.adminKey, headers: { connection: 'close' } };
    expect((await service.call('GET', '/v1/runs', asked)).status).toBe(200);
    await expect.poll(open, { timeout: 60_000 }).toBeLessThanOrEqual(3); // Our own may be kept alive.
    for (const socket of deaf) socket.destroy();
  }, 90_000);
});
