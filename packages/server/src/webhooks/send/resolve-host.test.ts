import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { createResolveHost } from './resolve-host.ts';

const never = new AbortController().signal;

/** A name server that receives questions and answers none. */
async function silentServer() {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', () => {
    asked += 1;
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked };
}

function hostsFile(text: string): string {
  const file = join(temporaryDirectory(), 'hosts');
  writeFileSync(file, text);
  return file;
}

describe('createResolveHost', () => {
  it('gives up on a silent name server, and does not ask it again for a while', async () => {
    const { server, asked } = await silentServer();
    let now = 0;
    const resolve = createResolveHost({
      servers: [server],
      timeoutMs: 100,
      hostsFile: hostsFile(''),
      now: () => now,
    });
    await expect(resolve('slow.example', never)).rejects.toMatchObject({ code: 'ETIMEOUT' });
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await expect(resolve('slow.example', never)).rejects.toThrow('did not answer of late');
    expect(asked()).toBe(before);
    now += 60_000;
    await expect(resolve('slow.example', never)).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(asked()).toBeGreaterThan(before);
  });

  it('ends with its signal, without waiting for the name server', async () => {
    const { server } = await silentServer();
    const resolve = createResolveHost({ servers: [server], timeoutMs: 60_000, hostsFile: hostsFile('') });
    const stop = new AbortController();
    const waiting = resolve('slow.example', stop.signal);
    setTimeout(() => stop.abort(new Error('over')), 50);
    await expect(waiting).rejects.toThrow('over');
  });

  it('knows addresses and the hosts file without asking anybody', async () => {
    const { server, asked } = await silentServer();
    const resolve = createResolveHost({
      servers: [server],
      hostsFile: hostsFile('# a comment\n127.0.0.1 localhost Receiver.test\n::1 localhost # both\n'),
    });
    expect(await resolve('192.0.2.7', never)).toEqual(['192.0.2.7']);
    expect(await resolve('receiver.TEST', never)).toEqual(['127.0.0.1']);
    expect(await resolve('localhost', never)).toEqual(['127.0.0.1', '::1']);
    expect(asked()).toBe(0);
  });
});
