/** Recordings by the command, on the real service with a transcription service whose words are known. One in several parts: `recordings.system.test.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../test/support/fake-transcription.ts';
import { recordingOf } from '../../../test/support/recordings.ts';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let fake: FakeTranscription;
let directory: string;
const file = (name: string) => join(directory, name);
const brickwork = (...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory });

beforeAll(async () => {
  fake = await startFakeTranscription('One two three four.');
  service = await startTestService({
    BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
    BRICKWORK_TRANSCRIBER_BASE_URL: fake.url,
  });
  await publishKit(service);
  directory = temporaryDirectory();
  writeFileSync(file('call.wav'), await recordingOf(20, [1], [5]));
  writeFileSync(file('call.zip'), 'PK no sound');
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
  removeDirectory(directory);
});

describe('brickwork run --audio', () => {
  it('uploads recordings, and shows the runs that they become', async () => {
    const args = ['run', 'call_shape', '--audio', '--channels', 'customer,agent', '--keep-audio', '--json'];
    const { code, stdout, stderr } = await brickwork(...args, file('call.zip'), file('call.wav'));
    expect(code).toBe(EXIT.unsuccessful);
    expect(stderr).toMatch(/call\.zip: This is not a recording that is read/);
    const run = JSON.parse(stdout);
    expect(run).toMatchObject({ status: 'succeeded', external_id: 'call.wav' });
    expect(run.output.bricks.agent_words.value).toBe(4);
    const listed = await brickwork('recordings', 'list', '--run', run.run_id, '--json');
    const [recording] = JSON.parse(listed.stdout).data ?? JSON.parse(listed.stdout);
    expect(recording).toMatchObject({ name: 'call.wav', has_audio: true, run_ids: [run.run_id] });
    const deleted = await brickwork('recordings', 'delete', recording.recording_id);
    expect([deleted.code, deleted.stdout]).toEqual([0, `Deleted ${recording.recording_id}.\n`]);
  });

  it('says what is wrong with what it was given', async () => {
    const wrong = await brickwork('run', 'call_shape', '--audio', '--channels', 'left,right', file('call.wav'));
    expect([wrong.code, wrong.stderr]).toEqual([EXIT.usage, expect.stringContaining('--channels left,right must be')]);
    expect((await brickwork('run', 'call_shape', '--audio', file('none.wav'))).stderr).toContain('cannot be read');
  });
});
