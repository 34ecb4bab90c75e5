/** The audit log and spend caps, the way a person uses them. */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
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

describe('the audit log', () => {
  it('is a click away, tells what was changed, finds it and says that it is intact', async () => {
    const key = await service.key(await service.workspace('audited'));
    await service.call('PUT', '/v1/settings', { key, body: { timezone: 'Europe/Lisbon' } });
    const { page } = tab;
    await signIn(tab, key);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('Settings changed').click();
    await page.getByText('Europe/Lisbon').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('What was done').selectOption('key');
    await page.getByText('Key signed in').waitFor();
    await expect.poll(() => page.getByText('Settings changed').count()).toBe(0);
    await page.getByLabel('What was done').selectOption('');
    await page.getByLabel('Who').fill('BRICK');
    await page.getByLabel('Who').press('Enter');
    await page.getByText('Workspace created').waitFor();
    await expect.poll(() => page.getByText('Key signed in').count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const [head, ...entries] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(head).toMatch(/^When,Who,Who \(id\),What,On,/);
    // What is looked for, and nothing else.
    expect(entries.map((line) => line.split(',')[3])).toEqual(['Workspace created', 'Key created']);
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText(/^Intact: /).waitFor();
  });

  it('is not shown to those who may not read it', async () => {
    const { page } = tab;
    await signIn(tab, await service.key(await service.workspace('unaudited'), 'live', 'analyst'));
    await page.getByRole('link', { name: 'Usage' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
  });
});

describe('a workspace without runs', () => {
  it('welcomes nobody who is on the way to another page', async () => {
    const { page } = tab;
    const runsAreAsked = Promise.withResolvers<void>();
    const pageIsAsked = Promise.withResolvers<void>();
    const runsAreKnown = Promise.withResolvers<void>();
    // Whether there are runs is known after the click, and before the page is there that was clicked.
    await page.route(/\/v1\/runs\?/, async (route) => {
      runsAreAsked.resolve();
      await pageIsAsked.promise;
      await route.continue();
    });
    await page.route(/\/audit-page-/, async (route) => {
      pageIsAsked.resolve();
      await runsAreKnown.promise;
      await route.continue();
    });
    await signIn(tab, await service.key(await service.workspace('on-the-way')));
    await runsAreAsked.promise;
    const known = page.waitForResponse(/\/v1\/runs\?/);
    await page.getByRole('link', { name: 'Audit' }).click();
    await (await known).finished();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    runsAreKnown.resolve();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });
});

describe('spend caps', () => {
  it('are set, shown with what is spent, and deleted', async () => {
    const { page } = tab;
    await signIn(tab, await service.key(await service.workspace('capped')), '/console/usage');
    await page.getByText('No caps: models may cost any amount.').waitFor();
    await page.getByRole('button', { name: 'Set a cap…' }).click();
    await page.getByLabel('Name').fill('monthly');
    await page.getByLabel('At most, in credits').fill('500');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 500 credits').waitFor();
    await page.getByText('The whole workspace, a month, then runs wait').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No caps: models may cost any amount.').waitFor();
  });
});
