/** Small requests that could be expensive, and clients that never finish; those that never read: `bombs.system.test.ts`. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_REQUEST_TIMEOUT_MS: '1000', BRICKWORK_SYNC_WAIT_MS: '500' });
});
afterAll(() => service.stop());

const post = (path: string, raw: string) =>
  service.call('POST', path, { key: service.adminKey, raw, headers: { 'content-type': 'application/json' } });

/** Sends raw bytes; resolves with everything that was received once the server has closed the connection. */
function speak(...bytes: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      for (const part of bytes) socket.write(part);
    });
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

describe('JSON bombs', () => {
  it.each([
    ['depth', '['.repeat(1_000_000)],
    ['depth in objects', '{"a":'.repeat(200_000)],
    ['a broken number', `{"input":${'9'.repeat(1_000)}e999999}`],
    ['the prototype', '{"input":{"__proto__":{"x":1}}}'],
  ])('%s: is refused', async (_what, raw) => {
    const { status } = await post('/v1/runs', raw);
    expect(status).toBe(400);
  });

  it('a body over the limit is refused with 413', async () => {
    expect((await post('/v1/runs', `{"input":"${'x'.repeat(5_300_000)}"}`)).status).toBe(413);
  });

  it('more different names than any export has are refused, in one object and in many', async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    const bodies = [
      `{${many.map((index) => `"k${index}":1`).join(',')}}`,
      `{"input":[${many.map((index) => `{"k${index}":1}`).join(',')}]}`,
    ];
    for (const body of bodies) {
      const { status, body: answer } = await post('/v1/runs', body);
      expect([status, answer.error, answer.detail]).toEqual([400, 'invalid_json', expect.stringContaining('names')]);
    }
  });

  it('thirty thousand members are ignored like any unknown field', async () => {
    const members = Array.from({ length: 30_000 }, (_, index) => `"k${index}":0`).join(',');
    expect((await post('/v1/runs', `{${members}}`)).body.error).toBe('kit_code_or_kit_version_id_required');
  });
});

describe('regex bombs in kits', () => {
  it.each(['(a+)+$', '(a|aa)+$', '(.*a){20}$', '(x+x+)+y'])(
    '%s: is refused, or evaluated like any other',
    async (pattern) => {
      const document = {
        kit: 'bomb',
        name: 'Bomb',
        bricks: [{ key: 'found', type: 'text', question: 'What is it?', extract: 'pattern', pattern }],
      };
      const pushed = await service.call('POST', '/v1/kits', { key: service.adminKey, body: document });
      if (pushed.status === 422) return;
      const kit = await publishKit(service, service.adminKey, document);
      const { status, body } = await service.call('POST', '/v1/runs', {
        key: service.adminKey,
        body: { kit_code: kit.kit_code, mode: 'sync', input: { transcript: `Agent: ${'a'.repeat(20_000)}!` } },
      });
      expect([status, body.status]).toEqual([200, 'succeeded']);
    },
  );
});

describe('connections that misbehave', () => {
  // Each waits for the same deadline.
  it.concurrent('a request that never ends is cut off', async () => {
    const heard = await speak('POST /v1/runs HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    expect(heard).toMatch(/^(HTTP\/1\.1 (408|401|503)|$)/);
  });

  it.concurrent('headers that never end are cut off', async () => {
    expect(await speak('GET /v1/runs HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it.concurrent('a body sent byte by byte is cut off at the deadline', async () => {
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
        socket.write(
          `POST /v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.adminKey}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
        );
      });
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(drip);
        resolve(text);
      });
    });
    expect(heard).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['a strange encoding', 'Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n'],
    ['a folded header', 'X-A: b\r\n folded: c\r\nContent-Length: 0\r\n  \r\n'],
  ])('%s: is refused and hung up on, what follows is never a request', async (_what, headers) => {
    const heard = await speak(
      `POST /v1/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\nabcd`,
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    expect(heard).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(heard).not.toContain('"status":"ok"');
  });

  it('five hundred idle connections do not affect other requests', async () => {
    const port = Number(new URL(service.url).port);
    const idle = await Promise.all(
      Array.from(
        { length: 500 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket));
            socket.on('error', () => {});
          }),
      ),
    );
    expect((await service.call('GET', '/healthz')).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});
