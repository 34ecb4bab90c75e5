import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { parseEngine } from './engine-options.ts';

describe('who transcribes', () => {
  let modelsDirectory: string;
  beforeAll(() => {
    modelsDirectory = temporaryDirectory();
    mkdirSync(join(modelsDirectory, 'whisper-base'));
    writeFileSync(join(modelsDirectory, 'whisper-base', 'config.json'), '{}');
  });
  afterAll(() => rmSync(modelsDirectory, { recursive: true }));
  const parse = (named: string, more: { baseUrl?: string; apiKey?: string } = {}) =>
    parseEngine(named, { modelsDirectory, threads: 2, ...more });

  it('is a model on this machine, or a service', () => {
    const folder = join(modelsDirectory, 'whisper-base');
    expect(parse('whisper/base')).toEqual({ engine: 'whisper', folder, threads: 2 });
    expect(parse(`whisper/${folder}`)).toEqual({ engine: 'whisper', folder, threads: 2 });
    const apiKey = 'key';
    expect(parse('deepgram/nova-3', { apiKey })).toEqual({ engine: 'deepgram', model: 'nova-3', apiKey });
    const baseUrl = 'http://127.0.0.1:8000/v1';
    expect(parse('openai/Systran/faster-whisper-small', { baseUrl })).toEqual({
      engine: 'openai',
      model: 'Systran/faster-whisper-small',
      baseUrl,
    });
  });

  it.each([
    ['whisper/small', {}, 'Run "brickwork models get whisper-small"'],
    ['whisper/../base', {}, 'is not known'],
    ['whisper//nowhere', {}, '/nowhere holds no Whisper model'],
    ['base', {}, 'transcribes nothing: name whisper/base'],
    ['google/best', {}, 'transcribes nothing: name whisper/base'],
    ['openai/whisper-1', {}, 'set BRICKWORK_TRANSCRIBER_API_KEY'],
    ['assemblyai/universal', { baseUrl: 'http://127.0.0.1' }, 'set BRICKWORK_TRANSCRIBER_API_KEY'],
    ['openai/whisper-1', { baseUrl: 'localhost:8000' }, 'is not an address'],
  ])('is refused with what to do: %s', (named, more, why) => {
    expect(() => parse(named, more)).toThrow(RangeError);
    expect(() => parse(named, more)).toThrow(why);
  });
});
