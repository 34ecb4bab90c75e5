import { createSocket } from 'node:dgram';
import { getEventListeners, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/run-brickwork.ts';
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

/** A name server that answers for quick.example and for nothing else. */
async function partlySilentServer() {
  const socket = createSocket('udp4');
  const asked = new Set<string>();
  socket.on('message', (question, { port, address }) => {
    const name = nameIn(question);
    asked.add(name);
    if (name !== 'quick.example') return;
    const isIpv4 = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
    const end = question.indexOf(0, 12) + 5;
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);
    socket.send(Buffer.concat([header, question.subarray(12, end), ...(isIpv4 ? [answer] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += 1 + (question[at] ?? 0))
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.').toLowerCase();
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
    await expect(resolve('slow.example', never)).rejects.toThrow('has not answered recently');
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

  it('leaves nothing behind at a signal that lives on', async () => {
    const { server } = await partlySilentServer();
    const resolve = createResolveHost({ servers: [server], hostsFile: hostsFile('') });
    const { signal } = new AbortController();
    expect(await resolve('quick.example', signal)).toEqual(['192.0.2.1']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
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

  it('lets a workspace ask for a few names at once, and another ask at any time', async () => {
    const { server, asked } = await partlySilentServer();
    const resolve = createResolveHost({ servers: [server], timeoutMs: 60_000, hostsFile: hostsFile('') });
    const stop = new AbortController();
    const loud = Array.from({ length: 50 }, (_, index) => resolve(`slow${index}.example`, stop.signal, 'loud'));
    const ended = Promise.allSettled(loud);
    expect(await resolve('quick.example', never, 'quiet')).toEqual(['192.0.2.1']);
    await expect.poll(() => asked.size).toBeGreaterThan(4);
    expect([...asked].filter((name) => name.startsWith('slow'))).toHaveLength(4);
    stop.abort(new Error('over'));
    await ended;
    expect(await resolve('quick.example', never, 'loud')).toEqual(['192.0.2.1']);
    expect(asked.size).toBe(5);
  });
});
