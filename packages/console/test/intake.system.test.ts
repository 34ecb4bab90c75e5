/** Intakes and settings, the way a person takes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';
import { publishExample } from './support/example-run.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const PAYLOAD = {
  type: 'call.ended',
  call: { id: 'c-1', team: 'billing-emea', text: 'Agent: Hello.\nCustomer: I want a refund.' },
};

it('makes an intake with a dry run, shows its secret once, and logs what is pushed', async () => {
  await publishExample(service, 'churn-risk');
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, '/console/intakes');
  const { page } = tab;
  await page.getByRole('heading', { name: 'No intakes yet' }).waitFor();
  await page.getByRole('link', { name: 'New intake' }).first().click();
  await page.getByLabel('Another service').check();
  await page.getByLabel('Name').fill('calls');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the address' }).click();
  const shown = page.getByRole('region', { name: 'The intake’s secret' });
  const secret = (await shown.textContent()) ?? '';
  expect(secret).toMatch(/^bwi_/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.waitForURL('**/console/intakes/calls');
  await page.getByText('Waiting for the first delivery').waitFor();
  await page.getByText('Advanced: secrets, signature, mapping, rules').click();
  await page.getByLabel('Only when').fill("type = 'call.ended'");
  await page.getByLabel('Input', { exact: true }).fill('{ "transcript": call.transcript }');
  await page.getByLabel('External id').fill('call.id');
  await page.getByLabel('Metadata', { exact: true }).fill('{ "team": call.team }');
  await page.getByLabel('Churn risk').check();
  await page.getByLabel('Metadata must match').fill('team = support, billing*');
  await page.getByLabel('Text contains').fill('refund');
  await page.getByLabel('Payload').fill('not json');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('The payload is not JSON.').waitFor();
  await page.getByLabel('Payload').fill(JSON.stringify(PAYLOAD, null, 2));
  await page.getByRole('button', { name: 'Try it' }).click();
  // The expression names a field that the payload does not have.
  await page.getByText('The text contains none of: refund.').waitFor();
  await page.getByLabel('Input', { exact: true }).fill('{ "transcript": call.text }');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('All conditions are met.').waitFor();
  await page.getByRole('region', { name: 'The mapped transcript' }).getByText('I want a refund.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('heading', { name: 'Nothing received' }).waitFor();

  const { body: stored } = await service.call('GET', '/v1/intakes/calls', { key: service.adminKey });
  expect(stored.intake).toEqual({
    enabled: true,
    keep_days: 14,
    auth: { type: 'token' },
    when: "type = 'call.ended'",
    map: { input: '{ "transcript": call.text }', external_id: 'call.id', metadata: '{ "team": call.team }' },
    kits: [{ kit: 'churn_risk', metadata: { team: ['support', 'billing*'] }, contains: ['refund'] }],
  });
  const send = (body: object, token = secret) => service.call('POST', `${stored.path}?token=${token}`, { body });
  expect((await send(PAYLOAD)).status).toBe(202);
  await send({ type: 'call.started' });
  await send(PAYLOAD, 'wrong');
  await page.getByText('The intake’s `when` is not true for this payload.').waitFor();
  await page.getByText('The token is wrong.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Outcome').selectOption('accepted');
  await page.getByRole('link', { name: 'churn_risk' }).click();
  await page.waitForURL('**/console/runs/run_*');
  await page.getByRole('tab', { name: 'Details' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Show the last delivery' }).click();
  await expect.poll(() => page.getByLabel('Payload', { exact: true }).inputValue()).toContain('call.started');

  await page.getByText('Advanced: secrets, signature, mapping, rules').click();
  await page.getByLabel(/^Enabled/).uncheck();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Kit', { exact: true }).last().selectOption('churn_risk');
  await page.getByLabel('Sample (percent)').last().fill('150');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /sample.percent/i })
    .waitFor();
  await page.getByLabel('Sample (percent)').last().fill('50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('disabled', { exact: true }).waitFor();
  await page.getByLabel('Outcome').selectOption('skipped');
  await send(PAYLOAD);
  await page.getByText('The intake is disabled.').waitFor();
  await page
    .getByRole('button', { name: /^Payload of/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('billing-emea').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as it is' }).click();
  await page.getByLabel(/^Enabled/).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('enabled', { exact: true }).waitFor();
  await page.getByLabel('Outcome').selectOption('');
  await page.getByRole('button', { name: 'Replay since…' }).click();
  await page.getByLabel('Which').selectOption('both');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText(/queued again/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByText('It was already received: the runs exist.').first().waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => shown.textContent()).toMatch(/^bwi_/);
  expect(await shown.textContent()).not.toBe(secret);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('secret rotated').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No intakes yet' }).waitFor();
  expect(tab.faults).toEqual([]);
  await tab.close();
}, 120_000);

it('makes an intake for a service from its preset, and says what to fill in there', async () => {
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, '/console/new-intake');
  const { page } = tab;
  await page.getByLabel('Find a service').fill('fire');
  await page.getByLabel('Fireflies.ai').check();
  expect(await page.getByLabel('Name').inputValue()).toBe('fireflies');
  await page.getByLabel('API key (Settings → Developer settings)').fill('a-key-of-fireflies');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the address' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.waitForURL('**/console/intakes/fireflies');
  await page.getByRole('heading', { name: 'At Fireflies.ai' }).waitFor();
  await page.getByText(/Webhook URL: http.*\/v1\/intake\/fireflies\./).waitFor();
  const { body } = await service.call('GET', '/v1/intakes/fireflies', { key: service.adminKey });
  expect([body.intake.preset, body.secrets, body.intake.fetch.length]).toEqual(['fireflies', ['api_key'], 1]);
  expect(tab.faults).toEqual([]);
  await tab.close();
}, 120_000);

it('keeps the names of the workspace’s agents; a test key only reads them', async () => {
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, '/console/settings');
  const { page } = tab;
  await page.getByLabel('Names and mail addresses').fill('*@acme.com\n\n Lena Fischer \n*@acme.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await service.call('GET', '/v1/speakers', { key: service.adminKey });
  expect(body.agents).toEqual(['*@acme.com', 'Lena Fischer']);
  await page.getByLabel('Speaker', { exact: true }).fill('0');
  await page.getByLabel('Value').fill('phones');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('Where intake is phones: 0 is the agent').waitFor();
  const saved = await service.call('GET', '/v1/speakers', { key: service.adminKey });
  expect(saved.body).toEqual({
    agents: ['*@acme.com', 'Lena Fischer'],
    rules: [{ metadata: { intake: 'phones' }, speakers: { '0': 'agent' } }],
  });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No rules.').waitFor();
  expect(tab.faults).toEqual([]);
  await tab.close();

  const other = await openTab(service.url);
  await signIn(other, await service.key(service.workspaceId, 'test'), '/console/settings');
  await other.page.getByText('changing it needs a live key').first().waitFor();
  expect(await other.page.getByLabel('Names and mail addresses').inputValue()).toBe('*@acme.com\nLena Fischer');
  expect(await other.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await other.close();
}, 60_000);
