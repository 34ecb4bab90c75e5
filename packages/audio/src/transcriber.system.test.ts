/** Processes that are killed, and recordings that are given up: minutes of sound are heard several times. */
import { execFileSync } from 'node:child_process';
import { ChildEndedError } from '@brickwork/engine/core/child-processes';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixture, longRecording } from '../test/support/long-recording.ts';
import { all, transcribing } from '../test/support/transcribing.ts';

describe('recordings in child processes', () => {
  const { deaths, start, hear } = transcribing();
  let recording: Uint8Array;

  beforeAll(async () => {
    recording = await longRecording(130); // four pieces of two minutes
  });

  it('go on after the pieces that are done when the process was killed in the middle', async () => {
    const service = await start((number) => (number === 7 ? 'never' : undefined));
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
    const service = await start((number) => (number === 2 ? 'never' : undefined));
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
});

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', timeout: 10_000 });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , ppid, args]) => Number(ppid) === parent && args?.includes('transcribe-process'))
    .map(([, pid]) => Number(pid));
}
