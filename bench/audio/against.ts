/**
 * `node bench/audio/against.ts DIRECTORY`: the same recordings by @huggingface/transformers, which `npm install` has put into that directory, with the same weights.
 * `theirs` with the time of each word, as `ours` has it, or `theirs-plain` without: `node bench/audio/against.ts DIRECTORY theirs 3`. Each in a process of its own.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { sourceOf } from '@brickwork/audio/byte-reader';
import { hearRecording } from '@brickwork/audio/hear-recording';
import { createWhisperRecogniser } from '@brickwork/audio/whisper/whisper-recogniser';
import { withoutSilence } from './sound-variants.ts';
import { callsToSpeak, SOUND_FOLDER, turnsOf } from './spoken-calls.ts';
import { wordErrors } from './word-errors.ts';

interface Transformers {
  env: { localModelPath: string; allowRemoteModels: boolean };
  pipeline(
    task: string,
    model: string,
    options: unknown,
  ): Promise<(samples: Float32Array, options: unknown) => Promise<{ text: string }>>;
}

const [directory = '', who = 'theirs', count = '3'] = process.argv.slice(2);
const models = join(SOUND_FOLDER, 'models');

async function openTheirs(): Promise<(recording: Uint8Array) => Promise<string>> {
  const { env, pipeline } = createRequire(join(resolve(directory), 'package.json'))(
    '@huggingface/transformers',
  ) as Transformers;
  env.localModelPath = models;
  env.allowRemoteModels = false;
  const recognise = await pipeline('automatic-speech-recognition', 'whisper-base', {
    dtype: 'q8',
    device: 'cpu',
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  });
  const options = {
    language: 'en',
    task: 'transcribe',
    chunk_length_s: 30,
    stride_length_s: 5,
    return_timestamps: 'word',
  };
  return async (recording) => (await recognise(samplesOf(recording), options)).text;
}

async function openOurs(): Promise<(recording: Uint8Array) => Promise<string>> {
  const recogniser = createWhisperRecogniser(join(models, 'whisper-base'), 1);
  return async (recording) => {
    const words: string[] = [];
    const { signal } = new AbortController();
    for await (const hearing of hearRecording(sourceOf(recording), { recogniser, language: 'en', signal }))
      if (hearing.kind === 'words') words.push(...hearing.piece.words.map(({ text }) => text));
    return words.join(' ');
  };
}

function samplesOf(recording: Uint8Array): Float32Array {
  const view = new DataView(recording.buffer, recording.byteOffset + 44);
  return Float32Array.from({ length: view.byteLength / 2 }, (_, index) => view.getInt16(index * 2, true) / 32_768);
}

const hear = await (who === 'ours' ? openOurs() : openTheirs());
await hear(withoutSilence([{ side: 'agent', samples: new Float32Array(16_000) }])); // Models are opened once.
let [seconds, errors, words, cpu] = [0, 0, 0, 0];
for (const call of callsToSpeak().slice(0, Number(count))) {
  const turns = await turnsOf(call);
  const recording = withoutSilence(turns);
  const before = process.cpuUsage();
  const text = await hear(recording);
  const { user, system } = process.cpuUsage(before);
  const counted = wordErrors(call.conversation.text, text);
  cpu += (user + system) / 1e6;
  seconds += (recording.length - 44) / 32_000;
  errors += counted.errors;
  words += counted.words;
}
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
console.log(
  `${who}: ${(cpu / seconds).toFixed(3)} of a core, ${((100 * errors) / words).toFixed(1)} % of ${words} words wrong, ${megabytes} MB at most, ${Math.round(seconds)} s`,
);
