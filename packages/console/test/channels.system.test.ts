/** Channels in the settings: made, tried and deleted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' });
});
afterAll(() => service.stop());

it('makes a channel, sends a test to it, and deletes it', async () => {
  const receiver = await startReceiver();
  const tab = await openTab(service.url);
  const { page } = tab;
  await signIn(tab, service.adminKey, '/console/settings');
  await page.getByText('There are no channels yet.').waitFor();
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Name', { exact: true }).fill('ops');
  await page.getByLabel('Kind').selectOption({ label: 'Webhook' });
  await page.getByLabel('Address of the incoming webhook').fill(receiver.url);
  await page.getByLabel('Spend caps').uncheck();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save channel' }).click();
  await page.getByText('Webhook to 127.0.0.1').waitFor();
  await page.getByText('Alerts, Failing webhooks').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test message was sent.').waitFor();
  await page.getByRole('button', { name: 'More actions for ops' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('There are no channels yet.').waitFor();
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
  await receiver.stop();
});

it('is not shown to those who may not manage channels', async () => {
  const tab = await openTab(service.url);
  await signIn(tab, await service.key(service.workspaceId, 'live', 'viewer'), '/console/settings');
  await tab.page.getByRole('heading', { name: 'Masking' }).waitFor();
  expect(await tab.page.getByRole('heading', { name: 'Notifications' }).count()).toBe(0);
  await tab.close();
});
