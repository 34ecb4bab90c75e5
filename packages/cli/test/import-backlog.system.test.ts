/** An archive of every kind of file, imported without reading a page: each conversation has the turns, sides and dates that its file says. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBacklog } from '../../../test/support/backlog.ts';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { zip } from '../../../test/support/word-document.ts';

let service: TestService;
let directory: string;

beforeAll(async () => {
  directory = temporaryDirectory();
  service = await startTestService();
  await publishKit(service);
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

interface ReadRun {
  run_id: string;
  occurred_at: string;
  conversation: { turns: Array<{ speaker?: string; side?: string; text: string }> };
}

async function storedRuns(): Promise<ReadRun[]> {
  const { data } = (await service.call('GET', '/v1/runs?limit=100', { key: service.adminKey })).body;
  const read = (runId: string) =>
    service.call('GET', `/v1/runs/${runId}?include=conversation`, { key: service.adminKey });
  const answers: ReadRun[] = [];
  for (const { run_id } of data) answers.push((await read(run_id)).body);
  return answers;
}

it('imports a zip of two dozen kinds of files as what they are', async () => {
  const { files, conversations, refused } = writeBacklog(Number(process.env.BACKLOG_FILES ?? 1));
  writeFileSync(join(directory, 'backlog.zip'), zip(files));
  const environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory };
  const imported = await runCommand(
    ['import-files', 'call_shape', join(directory, 'backlog.zip'), '--yes', '--json'],
    environment,
  );
  const { summary, outcome } = JSON.parse(imported.stdout);
  expect(outcome).toMatchObject({ created: conversations.length, failed: 0 });
  expect(JSON.stringify(summary.refused)).toContain(refused[0]);
  expect(summary.refused.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(refused.length);
  const runs = await storedRuns();
  expect(runs).toHaveLength(conversations.length);
  for (const { word, turns, occurredAt, sides = {} } of conversations) {
    const run = runs.find(({ conversation }) => conversation.turns.some(({ text }) => text.includes(` ${word} `)));
    const said = run?.conversation.turns.filter(({ speaker }) => speaker !== undefined) ?? [];
    expect({ word, turns: said.map(({ speaker, text }) => [speaker, text]) }).toEqual({ word, turns });
    if (occurredAt !== undefined) expect({ word, at: run?.occurred_at }).toEqual({ word, at: occurredAt });
    for (const { speaker = '', side } of said)
      if (side !== undefined) expect({ word, speaker, side }).toEqual({ word, speaker, side: sides[speaker] });
  }
});
