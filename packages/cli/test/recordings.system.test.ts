/** A recording that the command uploads in more than one part: minutes of it are heard. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../test/support/fake-transcription.ts';
import { recordingOf } from '../../../test/support/recordings.ts';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
let fake: FakeTranscription;
let directory: string;

beforeAll(async () => {
  fake = await startFakeTranscription('One two three four.');
  const transcriber = { BRICKWORK_TRANSCRIBER: 'openai/whisper-1', BRICKWORK_TRANSCRIBER_BASE_URL: fake.url };
  service = await startTestService(transcriber);
  await publishKit(service);
  directory = temporaryDirectory();
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
  removeDirectory(directory);
});

describe('brickwork run --audio', () => {
  it('uploads a recording in more than one part', async () => {
    const recording = join(directory, 'call.wav');
    writeFileSync(recording, await recordingOf(150, [1], [5]));
    const { code, stdout } = await runCommand(
      ['run', 'call_shape', '--audio', '--channels', 'customer,agent', '--keep-audio', '--json', recording],
      { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory },
    );
    expect(code).toBe(0);
    const run = JSON.parse(stdout);
    expect(run).toMatchObject({ status: 'succeeded', external_id: 'call.wav' });
    expect(run.output.bricks.agent_words.value).toBe(4);
  });
});
