/** Bytes that are hardly HTTP, as a client's library would never send them, and what must come back: a refusal or a closed connection, soon. */
import { connect } from 'node:net';
import { ENDPOINTS } from '@brickwork/contract';
import type { SeededRandom } from '../support/seeded-random.ts';

const PATIENCE_MS = 60_000;
const FRAMINGS = [
  'Content-Length: 4\r\nContent-Length: 5',
  'Content-Length: 4\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: xchunked\r\nContent-Length: 4',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'Content-Length: -1',
  'Content-Length: 0x4',
  'Content-Length: 99999999999999999999',
  'Content-Length: 4, 4',
  'Content-Length:',
];
const HEADERS = [
  'X-A: b\r\n folded: c',
  'X\u0000A: b',
  'X-A: b\u0000c',
  'no colon at all',
  ': no name',
  'X A: space in the name',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQ',
  'Host: a\r\nHost: b',
  'Connection: close, keep-alive, x',
  'Accept-Encoding: gzip;q=NaN',
];
const CHUNKS = [
  '4\r\nabcd\r\n0\r\n\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  '-1\r\n',
  '4;x="\r\nabcd',
  '0\r\nX: y\r\nno colon\r\n\r\n',
  'z\r\n',
];
const OTHERS = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'GET /v1/runs\r\n\r\n',
  'GET /v1/runs HTTP/9.9\r\n\r\n',
  'get /v1/runs HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET\t/v1/runs\tHTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://user:word@elsewhere/v1/runs HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET //elsewhere/v1/runs HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n',
  'GET /v1/runs HTTP/1.1\n\n',
  '\r\n\r\n\r\n',
  '{"json":"only"}',
];

export function brokenHttp(random: SeededRandom, key: string): Buffer {
  const dice = random.next();
  if (dice < 0.1) return Buffer.from(random.pick(OTHERS), 'latin1');
  if (dice < 0.2) return Buffer.from(Array.from({ length: random.between(1, 300) }, () => random.between(0, 255)));
  if (dice < 0.35) return Buffer.from(requestOf(random, key, random.pick(FRAMINGS), 'abcd'), 'latin1');
  if (dice < 0.45) {
    return Buffer.from(requestOf(random, key, 'Transfer-Encoding: chunked', random.pick(CHUNKS)), 'latin1');
  }
  if (dice < 0.6) return Buffer.from(requestOf(random, key, random.pick(HEADERS)), 'latin1');
  if (dice < 0.63) return Buffer.from(requestOf(random, key, `X-Large: ${'x'.repeat(random.between(1_000, 40_000))}`));
  if (dice < 0.66) return Buffer.from(requestOf(random, key, 'X-Many: 1\r\n'.repeat(random.between(10, 3_000)).trim()));
  if (dice < 0.7) return Buffer.from(requestOf(random, key, 'X-A: b').repeat(random.between(2, 20)), 'latin1');
  const whole = Buffer.from(requestOf(random, key, 'Content-Length: 2', '{}'), 'latin1');
  if (dice < 0.85) return whole.subarray(0, random.between(1, whole.length - 1));
  for (let count = random.between(1, 3); count > 0; count -= 1)
    whole[random.between(0, whole.length - 1)] = random.between(0, 255);
  return whole;
}

function requestOf(random: SeededRandom, key: string, headers: string, body = ''): string {
  const { method, path } = random.pick(ENDPOINTS);
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n${body}`;
}

/** Sends the bytes and no more. Resolves with what is wrong with the answer, and with the statuses that came. */
export function sendBroken(port: number, bytes: Buffer): Promise<{ statuses: string[]; fault: string | undefined }> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes)); // The half-close says that nothing more will come.
    const done = (isSilent: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = '']) => status);
      const isBroken = isSilent || statuses.some((status) => Number(status) >= 500);
      const what = isSilent ? 'no answer and no end' : heard.slice(0, 200);
      resolve({
        statuses,
        fault: isBroken ? `${JSON.stringify(bytes.toString('latin1').slice(0, 200))}: ${what}` : undefined,
      });
    };
    const timer = setTimeout(() => done(true), PATIENCE_MS);
    socket.on('data', (chunk) => {
      if (heard.length < 100_000) heard += chunk.toString('latin1');
    });
    socket.on('error', () => {}); // A refusal may cut off what is still being sent.
    socket.on('close', () => done(false));
  });
}
