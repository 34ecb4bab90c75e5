/** A backlog of files in the console: dropped, shown for what it is, imported once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { zip } from '../../../test/support/word-document.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { publishExample } from './support/example-run.ts';

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
  await publishExample(service, 'support-qa');
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  tab = await openTab(service.url);
  await signIn(tab, service.adminKey, '/console/import');
});
afterEach(async () => {
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const FILES = [
  file('2026-09-01 call.txt', TRANSCRIPT),
  file(
    'chats.jsonl',
    [1, 2]
      .map((id) => JSON.stringify({ id: `c${id}`, queue: 'late', mood: 'good', transcript: `${TRANSCRIPT} ${id}` }))
      .join('\n'),
  ),
  file('more.zip', zip({ 'north/a.txt': TRANSCRIPT, 'north/b.txt': 'Lena: Hello.\nBo: I lost my key.\n' })),
  file('talk.mp3', 'ID3\u0004'),
];

describe('importing files', () => {
  it('shows what was recognised, imports each once, and leads to the runs', async () => {
    const { page } = tab;
    await page.getByLabel('Files', { exact: true }).setInputFiles(FILES);
    await page.getByText('4 files, ').waitFor();
    await page.getByRole('button', { name: 'Read the files' }).click();
    await page.getByRole('heading', { name: '4 conversations in 4 files' }).waitFor();
    const shown = await page.locator('main').innerText();
    expect(shown).toContain('labelled 4');
    expect(shown).toContain('2026-09-01 to 2026-09-01: 1 in the name, 3 without');
    expect(shown).toContain('team from “queue” 2; left out: “mood” 2');
    expect(shown).toContain('as named in metadata, or else as speakers');
    expect(shown).toContain('It is not known who the agent is. Name the agents above');
    expect(shown).toContain('more.zip/north/b.txt (Lena, Bo)');
    expect(shown).toContain('is a recording: transcribe it first');
    expect(shown).toContain('more.zip/north/a.txt = 2026-09-01 call.txt');
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByLabel('Agents').fill('Lena');
    await page.getByLabel('Metadata from the path').fill('team={folder}');
    await page.getByRole('button', { name: 'Read the files' }).click();
    await page.getByRole('button', { name: 'Import 4' }).click();
    await page.getByText('4 runs created, 0 imported before, 0 failed.').waitFor();
    await page.getByRole('link', { name: 'Show the runs' }).click();
    await page.getByRole('link', { name: 'c2' }).first().waitFor();
    const { body } = await service.call('GET', '/v1/runs?limit=10', { key: service.adminKey });
    expect(body.data).toHaveLength(4);
    expect(body.data.find((run: { external_id: string }) => run.external_id === 'more.zip/north/b.txt')).toMatchObject({
      metadata: { team: 'north' },
    });
  });

  it('takes what is dropped, and knows what was imported before under another name', async () => {
    const { page } = tab;
    const dropped = await page.evaluateHandle((words) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([words], 'renamed.txt'));
      return transfer;
    }, TRANSCRIPT);
    await page.getByText('Drop files, folders').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('renamed.txt').waitFor();
    await page.getByRole('button', { name: 'Read the files' }).click();
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText('0 runs created, 1 imported before, 0 failed.').waitFor();
  });

  it('reads the conversation from a column that is named', async () => {
    const { page } = tab;
    const csv = `ref,what was talked\nA-1,"${TRANSCRIPT.replaceAll('"', '""')} once more"\n`;
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('talks.csv', csv)]);
    await page.getByRole('button', { name: 'Read the files' }).click();
    await page.getByText('talks.csv').last().waitFor();
    await page.getByLabel('Column or field with the conversation').fill('what was talked');
    await page.getByRole('button', { name: 'Read the files' }).click();
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText('1 run created, 0 imported before, 0 failed.').waitFor();
  });

  it('says what is wrong with a template', async () => {
    await tab.page.getByLabel('Metadata from the path').fill('agent={agent}');
    await tab.page.getByText('agent={agent} is not KEY=TEMPLATE').waitFor();
  });
});
