/** The list of runs as a table that people work in: columns, orders, words, facets, all matches as a file, erasing. */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

let service: TestService;
let code: string;
let tab: Tab;
const MATCHES = 45;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  code = (await publishedKit(service, kitDocument('review', { name: 'Customer support quality' }))).kit_code;
  for (let index = 0; index < MATCHES; index += 1)
    await toldRun(
      service,
      service.adminKey,
      code,
      { score: { value: (index * 7) % MATCHES, confidence: 0.9 }, solved: { value: index % 3 === 0 } },
      {
        external_id: `call-${index}`,
        metadata: {
          agent: 'Maya Keller-Lindenthal',
          team: index < 30 ? 'Porto' : 'Lisbon',
          customer: index < 3 ? 'Ann Lee' : 'somebody',
        },
      },
    );
});
afterAll(() => service.stop());
beforeEach(async () => {
  tab = await openTab(service.url);
});
afterEach(async () => {
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

const rows = () => tab.page.locator('tbody tr');
const column = (at: number) => tab.page.locator(`tbody tr td:nth-child(${at})`).allTextContents();

describe('the list of runs', () => {
  it('shows chosen columns, sorts by one with a click, and keeps both in the address', async () => {
    await signIn(tab, service.adminKey, `/console/runs?kit=${code}`);
    await tab.page.getByText('Columns', { exact: true }).click();
    await tab.page.getByRole('group', { name: 'Usual' }).getByLabel('Kit').uncheck();
    await tab.page.getByRole('group', { name: 'Usual' }).getByLabel('Agent').uncheck();
    await tab.page.getByRole('group', { name: 'Answers' }).getByLabel('Score').check();
    await tab.page.getByTitle('Sort by Score').click();
    await expect.poll(async () => (await column(4)).slice(0, 3)).toEqual(['Score: 0', 'Score: 1', 'Score: 2']);
    await tab.page.getByTitle('Sort by Score').click();
    await expect.poll(async () => (await column(4)).slice(0, 3)).toEqual(['Score: 44', 'Score: 43', 'Score: 42']);
    expect(await tab.page.getByRole('columnheader', { name: 'Score' }).getAttribute('aria-sort')).toBe('descending');
    expect(await seriousFindings(tab.page)).toEqual([]);
    await tab.page.reload();
    await expect.poll(async () => (await column(4))[0]).toBe('Score: 44');
    await tab.page.getByRole('button', { name: 'After' }).click();
    await expect.poll(() => rows().count()).toBe(MATCHES - 25);
    expect((await column(4)).at(-1)).toBe('Score: 0');
  });

  it('has room for the usual columns beside the menu of a small laptop', async () => {
    await tab.page.setViewportSize({ width: 1_024, height: 768 });
    await signIn(tab, service.adminKey, '/console/runs');
    await rows().first().waitFor();
    const heads = tab.page.locator('thead th');
    await expect
      .poll(async () => (await heads.allInnerTexts()).map((head) => head.replaceAll(/\W/g, '')))
      .toEqual(['Run', 'When', 'Agent', 'Team', 'Kit', 'Score']);
    const list = (await tab.page.getByRole('table').locator('..').boundingBox()) ?? { x: 0, width: 0 };
    const score = (await heads.last().boundingBox()) ?? { x: Infinity, width: 0 };
    expect(score.x + score.width).toBeLessThanOrEqual(list.x + list.width + 1);
  });

  it('narrows down to a value of a facet, with its count', async () => {
    await signIn(tab, service.adminKey, `/console/runs?kit=${code}`);
    await tab.page.getByText('Breakdown').click();
    await tab.page
      .getByRole('region', { name: 'Team' })
      .getByRole('button', { name: /Lisbon/ })
      .click();
    await tab.page.getByText('15 of 15').waitFor();
    await tab.page.getByText('team is Lisbon').waitFor();
  });

  it('finds words that were said, and ids where there is one', async () => {
    await signIn(tab, service.adminKey, '/console/runs');
    const field = tab.page.getByRole('combobox', { name: 'Filter' });
    await field.fill('call-7');
    await field.press('Enter');
    await tab.page.getByText('1 of 1').waitFor();
    await field.fill('nobody said this');
    await field.press('Enter');
    await tab.page.getByText('No run matches').waitFor();
    expect(new URL(tab.page.url()).searchParams.get('words')).toBe('nobody said this');
  });

  it('downloads all that match, not the page', async () => {
    await signIn(tab, service.adminKey, `/console/runs?kit=${code}&columns=score,metadata.team&sort=answer.score`);
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: `Download ${MATCHES}` }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(MATCHES + 1);
    expect(lines[0]).toContain('duration_ms,metadata.agent,metadata.team,score');
    expect(lines[1]).toMatch(/,(Porto|Lisbon),0$/);
  });

  it('erases one customer after the number was typed, and says when it is done', async () => {
    const where = encodeURIComponent('metadata.customer=Ann Lee');
    const view = { name: 'Calls of Ann', search: `${new URLSearchParams({ where: 'metadata.customer=Ann Lee' })}` };
    await service.call('POST', '/v1/views', { key: service.adminKey, body: view });
    await signIn(tab, service.adminKey, `/console/runs?where=${where}`);
    await tab.page.getByRole('button', { name: 'More actions' }).click();
    await tab.page.getByRole('menuitem', { name: 'Erase 3…' }).click();
    const dialog = tab.page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Erase permanently' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type 3 to confirm').fill('3');
    expect(await seriousFindings(tab.page)).toEqual([]);
    await confirm.click();
    await dialog.getByRole('heading', { name: 'Erased' }).waitFor();
    await dialog.getByText('3 of 3').waitFor();
    const left = await service.call('GET', '/v1/runs/count?customer=Ann%20Lee', { key: service.adminKey });
    expect(left.body.count).toBe(0);
    expect(await seriousFindings(tab.page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Calls of Ann' }).click();
    await tab.page.getByRole('button', { name: 'Delete this view' }).click();
    await expect
      .poll(async () => (await service.call('GET', '/v1/views', { key: service.adminKey })).body.data)
      .toEqual([]);
  });

  it('queues selected runs for review, adds them to a golden set, evaluates them again, and downloads them', async () => {
    await signIn(tab, service.adminKey, `/console/runs?kit=${code}&columns=score`);
    const { page } = tab;
    for (const name of ['call-42', 'call-43']) await page.getByLabel(`Select ${name}`, { exact: true }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
    await page.getByRole('button', { name: 'Review these' }).click();
    await page.getByText('2 calls are now waiting for review.').waitFor();
    await page.getByRole('button', { name: 'Review these' }).click();
    await page.getByText('2 were already in the queue.').waitFor();
    await page.getByRole('button', { name: 'Add to golden set…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the new set').fill('picked');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText(/Review them first/).waitFor();
    await dialog.getByRole('checkbox').check();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('2 added. The set has 2 lines now.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Evaluate again' }).click();
    await page.getByText('The 2 runs you selected.').waitFor();
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByRole('button', { name: 'Evaluate 2 runs again' }).waitFor();
  });

  it('erases those that are selected', async () => {
    await signIn(
      tab,
      service.adminKey,
      `/console/runs?kit=${code}&where=${encodeURIComponent('metadata.team=Lisbon')}`,
    );
    await tab.page.getByLabel('Select call-40', { exact: true }).check();
    await tab.page.getByLabel('Select call-41', { exact: true }).check();
    await tab.page.getByRole('button', { name: 'More actions' }).click();
    await tab.page.getByRole('menuitem', { name: 'Erase 2…' }).click();
    await tab.page.getByLabel('Type 2 to confirm').fill('2');
    await tab.page.getByRole('button', { name: 'Erase permanently' }).click();
    await tab.page.getByText('2 of 2').waitFor();
    await tab.page.getByRole('button', { name: 'Close' }).click();
    await tab.page.getByText('13 of 13').waitFor();
  });

  it('offers no erasing to those who may not', async () => {
    await signIn(tab, await service.key(service.workspaceId, 'live', 'analyst'), `/console/runs?kit=${code}`);
    await tab.page.getByLabel('Select call-20', { exact: true }).check();
    await tab.page.getByText('1 selected').waitFor();
    expect(await tab.page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
  });
});

describe('a large workspace', () => {
  it('offers to erase what is older than the runs that are counted, with its exact number', async () => {
    await service.testDatabase.database.query(
      `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, created_at)
       SELECT workspace_id, environment, uuidv7(), type, mode, kit_id, kit_code, kit_version_id, kit_version, now()
       FROM runs, generate_series(1, 20000) WHERE id = (SELECT id FROM runs ORDER BY id DESC LIMIT 1)`,
    );
    await service.testDatabase.database.query('ANALYZE');
    await signIn(tab, service.adminKey, `/console/runs?kit=${code}&where=${encodeURIComponent('answer.score=lt:10')}`);
    const listed = await service.call('GET', `/v1/runs?kit_code=${code}&answer.score=lt:10`, { key: service.adminKey });
    const { length } = listed.body.data;
    // The list goes back 5,000 runs a page, and the count 20,000: neither knows of them.
    await tab.page.getByText('0 shown', { exact: true }).waitFor();
    await tab.page.getByRole('button', { name: 'More actions' }).click();
    await tab.page.getByRole('menuitem', { name: 'Erase these…' }).click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByLabel(`Type ${length} to confirm`).fill(String(length));
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await dialog.getByText(`${length} of ${length}`).waitFor();
  });
});

describe('runs that wait', () => {
  it('are cancelled together, after their number is shown', async () => {
    // Nothing executes them.
    const idle = await startTestService({ BRICKWORK_ROLE: 'api' });
    const waiting = await openTab(idle.url);
    try {
      const kit = (await publishedKit(idle, kitDocument('review', { name: 'Customer support quality' }))).kit_code;
      const runs = Array.from({ length: 3 }, () => ({ kit_code: kit, input: { transcript: TRANSCRIPT } }));
      await idle.call('POST', '/v1/batches', { key: idle.adminKey, body: { runs } });
      await signIn(waiting, idle.adminKey, `/console/runs?kit=${kit}&status=processing`);
      await waiting.page.getByRole('button', { name: 'More actions' }).click();
      await waiting.page.getByRole('menuitem', { name: 'Cancel these…' }).click();
      const dialog = waiting.page.getByRole('dialog');
      await dialog.getByText('3 runs have not ended.').waitFor();
      expect(await seriousFindings(waiting.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel 3 runs' }).click();
      await dialog.getByText('3 of 3 cancelled.').waitFor();
      const { body } = await idle.call('GET', '/v1/runs/count?status=cancelled', { key: idle.adminKey });
      expect([body.count, waiting.faults]).toEqual([3, []]);
    } finally {
      await waiting.close();
      await idle.stop();
    }
  });
});
