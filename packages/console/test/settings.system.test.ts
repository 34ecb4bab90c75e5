/** What an admin sets: how long things are kept, what a credit costs, dimensions; and what roles may do. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('keeps conversations for so many days in four clicks, and prices credits', async () => {
  const tab = await openTab(service.url);
  const { page } = tab;
  await signIn(tab, service.adminKey, '/console/settings');
  await page.getByLabel('Conversations, days').fill('30');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await page.getByText('Conversations older than 30 days are erased').waitFor();
  await page.getByRole('button', { name: 'Save and erase' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByLabel('A credit costs').fill('0.02');
  await page.getByLabel('Currency').fill('usd');
  await page.getByRole('button', { name: 'Save price' }).click();
  await page.getByText('A credit costs $0.02, as set here').waitFor();
  const settings = (await service.call('GET', '/v1/settings', { key: service.adminKey })).body;
  expect(settings).toMatchObject({ retention: { input_days: 30 }, credit_price: { amount: 0.02, currency: 'USD' } });
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('Nothing in this period').waitFor();
  await page.getByRole('button', { name: 'Set a cap…' }).click();
  await page.getByLabel('Counted in').selectOption('USD');
  await page.getByLabel('At most, in USD').waitFor();
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

it('has an index, and says what to enter at an identity provider', async () => {
  const tab = await openTab(service.url);
  const { page } = tab;
  await signIn(tab, service.adminKey, '/console/settings');
  const index = page.getByRole('navigation', { name: 'Settings' });
  await index.getByRole('link', { name: /^Single sign-on/ }).click();
  const panel = page.getByRole('heading', { name: 'Single sign-on' });
  await expect.poll(() => panel.evaluate((heading) => heading.getBoundingClientRect().top < innerHeight)).toBe(true);
  await page.getByText('not set up', { exact: true }).waitFor();
  await page.getByText(`${service.url}/console/oidc/callback`).first().waitFor();
  await page.getByRole('tab', { name: 'Entra ID' }).click();
  await page.getByText('BRICKWORK_OIDC_ISSUER=https://login.microsoftonline.com/TENANT/v2.0').waitFor();
  await page.getByText('"workspace":"default"').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

it('declares a dimension, says what is wrong at its field, and explains roles', async () => {
  const tab = await openTab(service.url);
  const { page } = tab;
  await signIn(tab, service.adminKey, '/console/settings');
  await page.getByRole('button', { name: 'New dimension' }).click();
  await page.getByLabel('Label').fill('State');
  await page.getByLabel('Name', { exact: true }).fill('status');
  await page.getByLabel('Metadata key').fill('state');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('“status” is a parameter of lists, insights or quality.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('state');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('state, from the metadata key').waitFor();
  // The list is read again before the dialog closes; what is typed until then goes to the dialog.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByLabel('Days begin and end in').fill('Mars/Base');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await page.getByText('“Mars/Base” is not a time zone.').waitFor();
  const viewer = page.getByRole('listitem').filter({ hasText: 'sees no conversations' }).first();
  await viewer.getByText('permissions', { exact: false }).first().click();
  await viewer.getByText('Read usage, credits and spend caps.').waitFor();
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});
