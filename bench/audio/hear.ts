/** Transcribes as the service does, in a child process, and measures that process. */
import { readFileSync } from 'node:fs';
import { sourceOf } from '@brickwork/audio/byte-reader';
import type { SoundFacts } from '@brickwork/audio/sound/listen';
import type { ChannelWord } from '@brickwork/audio/to-conversation';
import { createTranscriber } from '@brickwork/audio/transcriber';
import { childrenOf, cpuSecondsOfFamily } from '../support/cpu-time.ts';

export interface HeardRecording {
  words: ChannelWord[];
  sound: SoundFacts;
  cpuSeconds: number;
  wallSeconds: number;
  /** Of the process, at most. */
  megabytes: number;
}

export interface Ear {
  hear(recording: Uint8Array): Promise<HeardRecording>;
  stop(): Promise<void>;
}

export function openEar(folder: string): Ear {
  const transcriber = createTranscriber({ engine: { engine: 'whisper', folder, threads: 1 }, processes: 1 });
  return {
    async hear(recording) {
      const words: ChannelWord[] = [];
      const [cpu, wall] = [cpuSecondsOfChildren(), performance.now()];
      const { signal } = new AbortController();
      const heard = transcriber.hear('bench', sourceOf(recording), { signal });
      for (;;) {
        const { done, value } = await heard.next();
        if (done === true) {
          const megabytes = Math.max(0, ...childrenOf(process.pid).map(peakMegabytes));
          const wallSeconds = (performance.now() - wall) / 1_000;
          return { words, sound: value, cpuSeconds: cpuSecondsOfChildren() - cpu, wallSeconds, megabytes };
        }
        if (value.kind === 'words') words.push(...value.piece.words);
      }
    },
    stop: () => transcriber.stop(),
  };
}

function cpuSecondsOfChildren(): number {
  const { user, system } = process.cpuUsage();
  return (cpuSecondsOfFamily(process.pid) ?? Number.NaN) - (user + system) / 1e6;
}

function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
