import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { S3_KEY, type S3Server, startS3Server } from '../../../../test/support/s3-server.ts';
import { s3Destination } from './s3-destination.ts';
import { parseS3Location } from './s3-location.ts';
import type { S3Options } from './s3-objects.ts';

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const open = (more: Partial<S3Options> = {}) =>
  s3Destination({ bucket: 'calls', prefix: 'live/', endpoint: server.url, credentials: S3_KEY, ...more })();

describe('s3Destination', () => {
  it('reads, writes, uploads and removes objects, and leaves neither lock nor files', async () => {
    const place = await open();
    expect(await place.read('_manifest.json')).toBeUndefined();
    await place.write('_manifest.json', '{"a":"ä"}');
    expect(await place.read('_manifest.json')).toBe('{"a":"ä"}');
    const path = join(place.workFolder, 'file');
    writeFileSync(path, 'PAR1');
    await place.publish(path, 'runs/occurred_on=2026-11-01/part-0.parquet');
    expect(String(server.objects.get('live/runs/occurred_on=2026-11-01/part-0.parquet')?.bytes)).toBe('PAR1');
    await place.remove('runs/occurred_on=2026-11-01/part-0.parquet');
    await place.remove('never/there');
    await place.release();
    expect([...server.objects.keys()]).toEqual(['live/_manifest.json']);
    expect(existsSync(place.workFolder)).toBe(false);
  });

  it('uploads a large file in parts, which nobody sees before the last', async () => {
    const place = await open();
    const bytes = randomBytes(20 * 1024 * 1024);
    const path = join(place.workFolder, 'file');
    writeFileSync(path, bytes);
    let parts = 0;
    server.onRequest = (method, key) => {
      if (method !== 'PUT' || !key.endsWith('.parquet')) return;
      parts++;
      expect(server.objects.has(key)).toBe(false);
    };
    await place.publish(path, 'x.parquet');
    expect(parts).toBe(3);
    const hash = (of: Buffer | undefined) =>
      createHash('sha256')
        .update(of ?? '')
        .digest('hex');
    expect(hash(server.objects.get('live/x.parquet')?.bytes)).toBe(hash(bytes));
    await place.release();
  });

  it('lets one export at a time in, and takes over from one that is gone', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow('Another export is writing to this place.');
    const lock = server.objects.get('live/_lock.json');
    if (lock !== undefined) lock.modifiedAt = new Date(Date.now() - 180_000);
    const second = await open();
    // The first one was only asleep: it must not write any more.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await expect(first.keepLock()).rejects.toThrow('Another export has taken over this place');
    await second.keepLock();
    vi.restoreAllMocks();
    await first.release();
    expect(server.objects.has('live/_lock.json')).toBe(true);
    await second.release();
    expect(server.objects.has('live/_lock.json')).toBe(false);
  });

  it('knows its own lock again when the answer to taking it got lost', async () => {
    let asked = 0;
    server.onRequest = (method, key, body) => {
      if (method !== 'PUT' || asked++ > 0) return;
      server.objects.set(key, { bytes: body, tag: '"stored"', modifiedAt: new Date() });
      throw new Error('break off');
    };
    const place = await open();
    expect(asked).toBe(2);
    await place.release();
    expect(server.objects.size).toBe(0);
  });

  it.each([
    [
      'a wrong secret',
      { credentials: { ...S3_KEY, secretAccessKey: 'another' } },
      'The secret access key does not belong',
    ],
    ['an unknown key', { credentials: { ...S3_KEY, accessKeyId: 'AKIDOTHER' } }, 'The access key is not known there.'],
    ['no such bucket', { bucket: 'other' }, 'There is no such bucket.'],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'The object storage refuses connections.'],
  ])('says what is wrong: %s', async (_, more, text) => {
    await expect(open(more)).rejects.toThrow(text);
  });
});

describe('an endpoint that means harm', () => {
  let hostile: Server;
  let asked: string[];
  let sent: number;
  const start = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    asked = [];
    sent = 0;
    hostile = createServer((request, response) => {
      asked.push(`${request.method}`);
      request.resume().once('end', () => answer(request, response));
    }).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    return `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  };
  /** As much as the other side takes. */
  const endless = (response: ServerResponse) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    response.on('drain', more).on('error', () => undefined);
    more();
  };
  afterEach(() => {
    hostile.closeAllConnections();
    hostile.close();
  });

  it('and answers without end is left, whether it is an object or an error', async () => {
    for (const status of [200, 403]) {
      const endpoint = await start(({ method }, response) => {
        if (method === 'PUT' && status === 200) return response.writeHead(200, { etag: '"a"' }).end();
        response.writeHead(status, { 'content-type': 'application/xml' });
        endless(response);
      });
      const limits = { answerBytes: 256 * 1024 };
      const opened = open({ endpoint, limits });
      const reading = status === 200 ? opened.then((place) => place.read('_manifest.json')) : opened;
      await expect(reading).rejects.toThrow('answers with more than an export could have stored');
      // What was on its way in buffers, and not much more.
      expect(sent).toBeLessThan(32 * 1024 * 1024);
      hostile.closeAllConnections();
    }
  });

  it('and never answers, or never ends to, is left', async () => {
    const silent = await start(() => undefined);
    const limits = { silenceMs: 100, answerMs: 300 };
    await expect(open({ endpoint: silent, limits })).rejects.toThrow('The object storage did not answer in time.');
    hostile.closeAllConnections();
    const slow = await start(({ method }, response) => {
      if (method === 'PUT') return response.writeHead(200, { etag: '"a"' }).end();
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    });
    const place = await open({ endpoint: slow, limits });
    await expect(place.read('_manifest.json')).rejects.toThrow(/did not answer in time|broke off/);
  });

  it('is not waited for by an export that was stopped', async () => {
    const stop = new AbortController();
    const endpoint = await start(() => stop.abort());
    const opening = s3Destination({ bucket: 'calls', prefix: '', endpoint, credentials: S3_KEY })(stop.signal);
    await expect(opening).rejects.toThrow('The object storage did not answer in time.');
    expect(asked).toEqual(['PUT']);
  });
});

describe('parseS3Location', () => {
  it('takes a bucket and a prefix', () => {
    expect(parseS3Location('s3://calls')).toEqual({ bucket: 'calls', prefix: '' });
    expect(parseS3Location('s3://my.calls-1/a/b c/')).toEqual({ bucket: 'my.calls-1', prefix: 'a/b c/' });
  });

  it.each(['s3://', 's3://A/b', 's3://calls/../x', 's3://calls/a%2fb', 's3://calls/a\nb', 'https://calls/x'])(
    'refuses %j',
    (text) => {
      expect(() => parseS3Location(text)).toThrow('is not a place in object storage');
    },
  );
});
