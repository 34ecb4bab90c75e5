/** The scheduled export in the settings: stored, run, corrected after a fault, and stopped. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3_KEY, type S3Server, startS3Server } from '../../../test/support/s3-server.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';

let service: TestService;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startTestService({ BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' });
});
afterAll(async () => {
  await service.stop();
  await s3.close();
});

it('schedules an export, says what went wrong, exports now and stops', async () => {
  const tab = await openTab(service.url);
  const { page } = tab;
  await signIn(tab, service.adminKey, '/console/settings');
  await page.getByRole('button', { name: 'Schedule an export' }).click();
  await page.getByLabel('S3 URL', { exact: true }).fill('s3://calls/live');
  await page.getByLabel('Endpoint').fill(s3.url);
  await page.getByLabel('Access key', { exact: true }).fill(S3_KEY.accessKeyId);
  await page.getByLabel('Secret access key').fill('not this one');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and export' }).click();
  await page.getByText('The last export failed. The secret access key does not belong').waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Secret access key').fill(S3_KEY.secretAccessKey);
  await page.getByRole('button', { name: 'Save and export' }).click();
  await page.getByText('0 runs').waitFor();
  await page.getByText('in 23 hr').waitFor();
  expect(await page.getByText('The last export failed').count()).toBe(0);
  const asked = s3.requests.length;
  await page.getByRole('button', { name: 'Export now' }).click();
  await expect.poll(() => s3.requests.length, { timeout: 20_000 }).toBeGreaterThan(asked);
  await page.getByRole('button', { name: 'Stop exporting' }).click();
  await page.getByRole('button', { name: 'Schedule an export' }).waitFor();
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
  expect([...s3.objects.keys()]).toContain('live/_manifest.json');
});
