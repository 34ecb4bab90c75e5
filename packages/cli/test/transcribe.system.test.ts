/** What is told of a recording that was transcribed to be evaluated. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { type FakeTranscription, startFakeTranscription } from '../../audio/test/support/fake-transcription.ts';
import { twoSides } from '../../audio/test/support/long-recording.ts';

let directory: string;
let service: FakeTranscription;

beforeAll(async () => {
  directory = temporaryDirectory();
  service = await startFakeTranscription();
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

describe('brickwork evaluate --audio', () => {
  it('prints a table', async () => {
    const [kit, recording] = [join(directory, 'kit.yaml'), join(directory, 'call.wav')];
    writeFileSync(kit, 'kit: calls\nbricks:\n  - { key: words, type: numeric, metric: word_count, speaker: agent }\n');
    writeFileSync(recording, await twoSides());
    const args = ['evaluate', kit, '--audio', recording, '--channels', 'agent,customer'];
    const { stdout, stderr } = await runCommand(args, {
      BRICKWORK_DATA_DIR: join(directory, 'data'),
      BRICKWORK_TRANSCRIBER: 'openai/any',
      BRICKWORK_TRANSCRIBER_BASE_URL: service.url,
      BRICKWORK_READER: '0',
    });
    expect(stdout, stderr).toMatch(/^words +2 +1\.00/m);
  });
});
