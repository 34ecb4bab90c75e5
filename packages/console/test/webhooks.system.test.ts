import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { answer, type Receiver, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';
import { savedSheet } from './support/saved-sheet.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(WEBHOOK_ENVIRONMENT), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), receiver.stop()]);
});

it('registers an endpoint, shows its secret once, tests it, and sends again what was refused', async () => {
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, '/console/webhooks');
  const { page } = tab;
  await page.getByLabel('URL').fill('https://localhost/hook');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('alert').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Register' }).click();
  const secret = page.getByRole('region', { name: 'The endpoint’s secret' });
  expect(await secret.textContent()).toMatch(/^whsec_/);
  const shown = (await secret.textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('enabled', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(shown);

  receiver.behave(answer(500, {}, '<b>out of order</b>'), answer(200, {}, 'thanks'));
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await receiver.until(2);
  const delivery = page.getByRole('listitem').filter({ hasText: 'webhook.test' }).first();
  await delivery.getByText('succeeded').first().waitFor();
  await delivery.locator('summary').click();
  await delivery.getByText('HTTP 500').waitFor();
  await delivery.getByText('<b>out of order</b>').waitFor();
  await delivery.getByText('thanks').waitFor();
  await delivery.getByRole('button', { name: 'Show the payload' }).click();
  await expect
    .poll(() => delivery.getByRole('region', { name: 'The payload as JSON' }).textContent())
    .toContain('"type": "webhook.test"');
  expect(await seriousFindings(page)).toEqual([]);

  await delivery.getByRole('button', { name: 'Send again' }).click();
  const [first, , third] = await receiver.until(3);
  expect(third?.event.id).toBe(first?.event.id);
  await page.getByRole('button', { name: 'Retry failed deliveries' }).click();
  await page.getByText('No failed deliveries.').waitFor();

  // More than fifty deliveries: the older ones are one click away, and stay on the way back.
  const { body: hook } = await service.call('GET', '/v1/webhooks', { key: service.adminKey });
  for (let count = 0; count < 55; count += 1)
    await service.call('POST', `/v1/webhooks/${hook.data[0].id}/test`, { key: service.adminKey });
  const deliveries = page.locator('summary');
  await expect.poll(() => deliveries.count(), { timeout: 45_000 }).toBe(50);
  // The sheet has all of them, not only those that are shown.
  const [head, ...lines] = await savedSheet(page);
  expect(head).toMatch(/^When,Event,Status,Attempts,Last answer,/);
  expect(lines.map((line) => line.split(',')[1])).toEqual(Array(56).fill('webhook.test'));
  await page.getByRole('button', { name: 'Show older deliveries' }).click();
  await expect.poll(() => deliveries.count(), { timeout: 45_000 }).toBe(56);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('None called a model in this period').waitFor();
  await page.goBack();
  await expect.poll(() => deliveries.count(), { timeout: 45_000 }).toBe(56);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => secret.textContent()).toMatch(/^whsec_/);
  expect(await secret.textContent()).not.toBe(shown);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Register an endpoint' }).waitFor();
  expect((await service.call('GET', '/v1/webhooks', { key: service.adminKey })).body.data).toEqual([]);
  expect(tab.faults).toEqual([]);
  await tab.close();
});
