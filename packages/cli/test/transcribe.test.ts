/** `brickwork transcribe` as somebody meets it who has a folder of recordings. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { type FakeTranscription, startFakeTranscription } from '../../audio/test/support/fake-transcription.ts';
import { fixture, twoSides } from '../../audio/test/support/long-recording.ts';
import { EXIT } from '../src/exit-codes.ts';

describe('brickwork transcribe', () => {
  let directory: string;
  let service: FakeTranscription;
  let stereo: Uint8Array;
  let flac: Uint8Array;
  const file = (name: string) => join(directory, name);

  beforeAll(async () => {
    stereo = await twoSides();
    flac = await fixture('austen.flac');
  });
  beforeEach(() => {
    directory = temporaryDirectory();
    mkdirSync(file('calls/monday'), { recursive: true });
    writeFileSync(file('calls/call.wav'), stereo);
    writeFileSync(file('calls/monday/short.flac'), flac);
    writeFileSync(file('calls/notes.txt'), 'Not a recording.');
  });
  afterEach(async () => {
    await service?.stop();
    rmSync(directory, { recursive: true });
  });

  async function start(answer?: Parameters<typeof startFakeTranscription>[0]): Promise<void> {
    service = await startFakeTranscription(answer);
  }
  const run = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
    runCommand(args, {
      BRICKWORK_DATA_DIR: file('data'),
      BRICKWORK_TRANSCRIBER: 'openai/any',
      BRICKWORK_TRANSCRIBER_BASE_URL: service?.url,
      ...environment,
    });
  const said = () => service.requests.map((bytes) => `heard ${bytes}`);

  it('prints who said what, and when', async () => {
    await start();
    const { code, stdout, stderr } = await run(['transcribe', file('calls/call.wav'), '--channels', 'agent,customer']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, second] = said();
    expect(stdout).toBe(`0:00  agent: ${first}\n0:05  customer: ${second}\n`);
  });

  it('prints JSON, with the exact times of speech, and of words where they are wanted', async () => {
    await start();
    const channels = ['--channels', 'customer,-'];
    const { stdout } = await run(['transcribe', file('calls/call.wav'), '--json', ...channels]);
    const { turns, speech } = JSON.parse(stdout);
    expect(turns).toEqual([
      { speaker: 'customer', side: 'customer', text: said()[0], start: expect.any(Number), end: expect.any(Number) },
      { speaker: 'Channel 2', text: said()[1], start: expect.any(Number), end: expect.any(Number) },
    ]);
    expect(speech).toHaveLength(2);
    expect(speech[1]).toMatchObject({ speaker: 'Channel 2', start: expect.closeTo(5, 0), end: expect.closeTo(8, 0) });
    const withWords = await run(['transcribe', file('calls/call.wav'), '--json', '--words']);
    expect(JSON.parse(withWords.stdout).turns[0].words).toMatchObject([
      { text: 'heard' },
      { text: expect.any(String) },
    ]);
  });

  it('writes a file for each recording of a folder, leaves out what is damaged, and goes on where it was', async () => {
    await start((number) => (number === 3 ? { status: 400 } : undefined));
    writeFileSync(file('calls/damaged.mp3'), 'no sound at all');
    const args = ['transcribe', file('calls'), '--out', file('out')];
    const first = await run(args);
    expect(first.code).toBe(EXIT.unsuccessful);
    expect(first.stderr).toContain('damaged.mp3: This is not a recording');
    expect(first.stderr).toContain('monday/short.flac: The transcription service refused the sound (400).');
    expect(first.stdout).toBe(`1 written to ${file('out')}, 0 already there, 2 failed.\n`);
    rmSync(file('calls/damaged.mp3'));
    const second = await run(args);
    expect(second).toEqual({
      code: 0,
      stdout: `1 written to ${file('out')}, 1 already there, 0 failed.\n`,
      stderr: '',
    });
    expect(service.requests).toHaveLength(4);
    const [turn] = JSON.parse(readFileSync(file('out/monday/short.flac.json'), 'utf8')).turns;
    expect(turn).toMatchObject({ speaker: 'Speaker', text: said().at(-1) });
  });

  it('waits for a busy service', async () => {
    await start((number) => (number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined));
    const { code, stdout } = await run(['transcribe', file('calls/monday/short.flac')]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `0:00  Speaker: ${said()[1]}\n` });
  });

  it.each([
    [
      [],
      { BRICKWORK_TRANSCRIBER: '' },
      'Run "brickwork models get whisper-base", or name a service with --engine openai/whisper-1.',
    ],
    [['--engine', 'deepgram/nova-3'], {}, 'set BRICKWORK_TRANSCRIBER_API_KEY'],
    [['--engine', 'whisper/base'], {}, 'whisper-base is not installed'],
    [['--channels', 'agent;customer'], {}, '--channels agent;customer must look like agent,customer'],
    [['--language', 'English'], {}, '--language English is not a code such as en'],
  ])('says what to do instead: %j', async (args, environment, why) => {
    await start();
    const { code, stderr } = await run(['transcribe', file('calls/call.wav'), ...args], environment);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain(why);
    expect(service.requests).toEqual([]);
  });

  it('is what brickwork evaluate --audio answers from', async () => {
    await start();
    writeFileSync(
      file('kit.yaml'),
      'kit: calls\nbricks:\n  - { key: words, type: numeric, metric: word_count, speaker: agent }\n',
    );
    const args = ['evaluate', file('kit.yaml'), '--audio', file('calls/call.wav'), '--channels', 'agent,customer'];
    const { code, stdout, stderr } = await run([...args, '--json'], { BRICKWORK_READER: '0' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ kit: 'calls', recording: 'call.wav', bricks: { words: { value: 2 } } });
    const refused = await run([...args, '--against', '3']);
    expect(refused).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('With --audio nothing is scored'),
    });
  });
});
