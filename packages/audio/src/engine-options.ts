/** The transcription engine, as an operator names it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export type EngineOptions =
  | { engine: 'whisper'; folder: string; threads: number }
  | { engine: ServiceEngine; model: string; baseUrl?: string; apiKey?: string };

export type ServiceEngine = 'openai' | 'deepgram' | 'assemblyai';

export interface NamedEngineOptions {
  modelsDirectory: string;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  threads: number;
}

export const DEFAULT_BASE_URLS: Readonly<Record<ServiceEngine, string>> = {
  openai: 'https://api.openai.com/v1',
  deepgram: 'https://api.deepgram.com',
  assemblyai: 'https://api.assemblyai.com',
};

const NAMES = 'whisper/base, whisper//path/of/a/model, openai/whisper-1, deepgram/nova-3 or assemblyai/universal';
const MODEL = /^[\w.:@/-]{1,200}$/;

/**
 * `whisper/base` is a model of `brickwork models get`, `whisper//path` a directory; otherwise a service and its model. Throws a RangeError
 * that tells the operator what to do.
 */
export function parseEngine(
  named: string,
  { modelsDirectory, baseUrl, apiKey, threads }: NamedEngineOptions,
): EngineOptions {
  const [, engine = '', model = ''] = /^([a-z]+)\/(.+)$/s.exec(named) ?? [];
  if (engine === 'whisper') return { engine, folder: folderOf(model, modelsDirectory), threads };
  if (!isService(engine) || !MODEL.test(model)) throw new RangeError(`${named} transcribes nothing: name ${NAMES}.`);
  if (baseUrl !== undefined && !isAddress(baseUrl))
    throw new RangeError(`${baseUrl} is not an address: give one such as http://127.0.0.1:8000/v1.`);
  // A server of one's own, which speaks OpenAI's protocol, mostly wants none.
  if (apiKey === undefined && (engine !== 'openai' || baseUrl === undefined))
    throw new RangeError(`${named} wants a key: set BRICKWORK_TRANSCRIBER_API_KEY.`);
  return { engine, model, ...(baseUrl !== undefined && { baseUrl }), ...(apiKey !== undefined && { apiKey }) };
}

function folderOf(model: string, modelsDirectory: string): string {
  if (model.startsWith('/')) {
    if (isModel(model)) return model;
    throw new RangeError(`${model} holds no Whisper model: its config.json is missing.`);
  }
  if (!/^[a-z0-9][a-z0-9.-]{0,60}$/.test(model)) throw new RangeError(`whisper/${model} is not known: name ${NAMES}.`);
  const folder = join(modelsDirectory, `whisper-${model}`);
  if (isModel(folder)) return folder;
  throw new RangeError(`whisper-${model} is not installed. Run "brickwork models get whisper-${model}".`);
}

export function isModel(folder: string): boolean {
  return existsSync(join(folder, 'config.json'));
}

function isService(engine: string): engine is ServiceEngine {
  return Object.hasOwn(DEFAULT_BASE_URLS, engine);
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
