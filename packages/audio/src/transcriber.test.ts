import { execFileSync } from 'node:child_process';
import { ChildEndedError, ChildProcesses } from '@brickwork/engine/core/child-processes';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../test/support/fake-transcription.ts';
import { fixture, longRecording } from '../test/support/long-recording.ts';
import { sourceOf } from './byte-reader.ts';
import { RecogniserFault } from './engines/call-service.ts';
import type { HeardPiece, HearOptions } from './hear-recording.ts';
import { SoundError } from './sound-block.ts';
import type { TranscribeReply, TranscribeTask } from './transcribe-task.ts';
import { createTranscriber, type Transcriber } from './transcriber.ts';

describe('recordings in child processes', () => {
  const closed: (() => Promise<void>)[] = [];
  const deaths: string[] = [];
  let recording: Uint8Array;
  let service: FakeTranscription;
  let transcriber: Transcriber;

  beforeAll(async () => {
    recording = await longRecording(130); // four pieces of two minutes
  });
  afterEach(async () => {
    deaths.length = 0;
    for (const close of closed.splice(0)) await close();
  });

  async function start(answer?: Parameters<typeof startFakeTranscription>[0]): Promise<void> {
    service = await startFakeTranscription(answer);
    transcriber = createTranscriber({
      engine: { engine: 'openai', model: 'any', baseUrl: service.url },
      processes: 1,
      onDeath: (how) => deaths.push(how),
    });
    closed.push(
      () => transcriber.stop(),
      () => service.stop(),
    );
  }

  const hear = (bytes: Uint8Array, more: Partial<HearOptions> = {}) =>
    transcriber.hear('a', sourceOf(bytes), { signal: new AbortController().signal, ...more });

  async function all(heard: ReturnType<Transcriber['hear']>) {
    const pieces: HeardPiece[] = [];
    let copied = 0;
    for (;;) {
      const { done, value } = await heard.next();
      if (done === true) return { pieces, copied, sound: value };
      if (value.kind === 'words') pieces.push(value.piece);
      else copied += value.bytes.length;
    }
  }

  it('become words piece by piece, with a copy and what the sound is like', async () => {
    await start();
    const { pieces, copied, sound } = await all(hear(recording, { withCopy: true }));
    expect(pieces.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(pieces.map(({ language }) => language)).toEqual(['en', 'en', 'en', 'en']);
    const said = pieces.flatMap(({ words }) => words.map(({ text }) => text));
    expect(said).toEqual(service.requests.flatMap((bytes) => ['heard', String(bytes)]));
    expect(sound).toMatchObject({ channels: 1, seconds: copied / 16_000 });
    expect(sound.seconds).toBeCloseTo((recording.length - 44) / 32_000, 0);
    expect(deaths).toEqual([]);
  });

  it('are refused with a sentence when they are damaged', async () => {
    await start();
    const flac = await fixture('austen.flac');
    await expect(all(hear(flac.subarray(0, 30)))).rejects.toThrow(SoundError);
    await expect(all(hear(Buffer.from('no sound at all')))).rejects.toThrow('This is not a recording');
    await expect(all(hear(flac))).resolves.toMatchObject({ pieces: [{ index: 0 }] });
    expect(deaths).toEqual([]);
  });

  it('say why a service refuses, and when to try again', async () => {
    await start(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    const refused = await all(hear(await fixture('austen.flac'))).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RecogniserFault);
    expect(refused).toMatchObject({ retryAfterMs: 7_000, message: expect.stringContaining('busy or down (429)') });
  });

  it('go on after the pieces that are done when the process was killed in the middle', async () => {
    await start((number) => (number === 7 ? 'never' : undefined));
    const whole = await all(hear(recording));
    const heard = hear(recording);
    const before = [await heard.next(), await heard.next()].map(({ value }) => value);
    expect(before).toEqual(whole.pieces.slice(0, 2).map((piece) => ({ kind: 'words', piece })));
    const third = expect(heard.next()).rejects.toThrow(ChildEndedError);
    await expect.poll(() => service.requests).toHaveLength(7);
    const [killed = 0] = childrenOf(process.pid);
    process.kill(killed, 'SIGKILL');
    await third;
    expect(deaths).toEqual(['SIGKILL']);
    const rest = await all(hear(recording, { done: 2 }));
    expect(rest).toEqual({ ...whole, pieces: whole.pieces.slice(2) });
  });

  it('are given up at once when nobody waits for them, and the next one takes their place', async () => {
    await start((number) => (number === 2 ? 'never' : undefined));
    for await (const hearing of hear(recording)) {
      expect(hearing).toMatchObject({ kind: 'words', piece: { index: 0 } });
      break;
    }
    const gone = new AbortController();
    const waiting = expect(all(hear(recording, { signal: gone.signal }))).rejects.toThrow('no longer wanted');
    await expect.poll(() => service.requests).toHaveLength(2);
    gone.abort(new Error('no longer wanted'));
    await waiting;
    await expect.poll(() => service.givenUp).toBe(1);
    await expect(all(hear(await fixture('austen.flac')))).resolves.toMatchObject({ pieces: [{ index: 0 }] });
    expect(childrenOf(process.pid)).toHaveLength(1);
    expect(deaths).toEqual([]);
  });

  it('are forgotten by the process that was told to', async () => {
    await start();
    const module = new URL('./transcribe-process.ts', import.meta.url);
    const processes = new ChildProcesses<TranscribeTask, TranscribeReply>({ module, most: 1, heapMb: 256 });
    closed.push(() => processes.stop());
    const { ask } = processes.lease('a');
    const engine = { engine: 'openai', model: 'any', baseUrl: service.url } as const;
    await expect(ask({ recording: 1, begin: { engine, size: 100 } })).resolves.toEqual({
      want: { at: 0, length: 100 },
    });
    await expect(ask({ forget: 1 })).resolves.toEqual({ forgotten: true });
    await expect(ask({ recording: 1, bytes: new Uint8Array(100) })).resolves.toMatchObject({
      fault: { message: 'The recording was forgotten.' },
    });
  });
});

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', timeout: 10_000 });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , ppid, args]) => Number(ppid) === parent && args?.includes('transcribe-process'))
    .map(([, pid]) => Number(pid));
}
