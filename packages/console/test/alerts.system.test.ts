/** Alerts and canaries as somebody keeps them in the console: checked, stored, raised, changed and deleted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

const SLOW = { timeout: 60_000 };

let service: TestService;
let tab: Tab;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ALERTS_MS: '300' }, { evaluate: tellingEvaluator });
  const kit = await publishedKit(service, kitDocument('review'));
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      toldRun(
        service,
        service.adminKey,
        kit.kit_code,
        { solved: { value: index >= 6 }, score: { value: index } },
        { metadata: { team: index % 2 === 0 ? 'emea' : 'apac' } },
      ),
    ),
  );
  const { status } = await service.call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/regression`, {
    key: service.adminKey,
    body: {
      lines: [{ input: { transcript: 'Agent: Hello.\nCustomer: It works, thank you.' }, expected: { solved: true } }],
    },
  });
  expect(status).toBe(200);
}, 120_000);
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  tab = await openTab(service.url);
});
afterEach(async () => {
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

describe('alerts', () => {
  it('are checked before they are stored, raised, changed and deleted', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/alerts');
    await page.getByRole('link', { name: 'New alert' }).click();
    await page.getByLabel('Name').fill('unsolved');
    await page.getByLabel('Brick').selectOption('solved');
    await page.getByLabel('Answer', { exact: true }).selectOption('false');
    await page.getByLabel('Threshold (percent)').fill('50');
    await page.getByLabel('Minimum number of calls').fill('3');
    // A filter is added with Enter, which does not save the rule.
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field').selectOption('metadata');
    await page.getByLabel('Metadata key').fill('team');
    await page.getByLabel('Value').fill('emea');
    await page.getByLabel('Value').press('Enter');
    await page.getByText('team is emea').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/^75 % \(.*\) of 4 calls$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the alert' }).click();

    await page.getByRole('heading', { name: 'unsolved' }).waitFor();
    const history = page.getByRole('listitem').filter({ hasText: 'Show the calls' });
    await history.getByText('raised', { exact: true }).waitFor(SLOW);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Threshold (percent)').fill('90');
    await page.getByRole('button', { name: 'Save the alert' }).click();
    await history.getByText('resolved', { exact: true }).waitFor(SLOW);
    expect(await history.count()).toBe(2);
    await page.getByRole('link', { name: 'Show these calls' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.getByText('team is emea').waitFor();
    await page.getByText('3 of 3').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('An alert watches one figure').waitFor();
  }, 150_000);
});

describe('canaries', () => {
  it('are stored, evaluated and shown night by night, on a narrow screen in dark colours', async () => {
    const narrow = await openTab(service.url, { width: 390, height: 844, colours: 'dark' });
    const { page } = narrow;
    await signIn(narrow, service.adminKey, '/console/new-canary');
    await page.getByLabel('Name').fill('nightly');
    await page.getByLabel('Golden set').selectOption('regression');
    await page.getByLabel('Engine').selectOption('local');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the check' }).click();
    await page.getByRole('table', { name: 'Result of the last nightly check' }).waitFor(SLOW);
    await page.getByRole('table', { name: /^Accuracy of every evaluation/ }).waitFor(SLOW);
    await page.getByText('It has never been raised.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: '← Alerts' }).click();
    await page.getByText('Review on the golden set regression').waitFor();
    expect(narrow.faults).toEqual([]);
    await narrow.close();
  }, 150_000);
});
