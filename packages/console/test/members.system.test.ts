/** People in the browser: invited by a link, signed in with password and code, managed on a page of their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/support/people.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';
import { finishedRun, publishExample, readExample } from './support/example-run.ts';
import { savedSheet } from './support/saved-sheet.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** As an authenticator app is given it. */
const uriOf = (secret: string) => `otpauth://totp/Brickwork:x?secret=${secret}`;

describe('an invitation', () => {
  it('leads from the members page to a signed-in colleague, who signs in again with a code', async () => {
    const admin = await openTab(service.url);
    await signIn(admin, service.adminKey, '/console/members');
    await admin.page.getByText('Nobody yet').waitFor();
    await admin.page.getByLabel('E-mail').fill('maya@example.com');
    await admin.page.getByLabel('Role').selectOption('admin');
    await admin.page.getByText('Everything, including people').waitFor();
    expect(await seriousFindings(admin.page)).toEqual([]);
    await admin.page.getByRole('button', { name: 'Create the link' }).click();
    const shown = admin.page.getByRole('dialog', { name: 'Link for maya@example.com' });
    const link = (await shown.getByText('/console/invitation#').textContent()) ?? '';
    expect(link).toContain(`${service.url}/console/invitation#`);
    await admin.page.getByRole('button', { name: 'I have saved it' }).click();
    await admin.page.getByText('Open invitations').waitFor();

    const maya = await openTab(service.url);
    const { page } = maya;
    await page.goto(link.trim());
    await page.getByRole('heading', { name: 'Join default' }).waitFor();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByText('No camera?').click();
    const secret = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Your name').fill('Maya Königsberger-Lindenthal');
    await page.getByLabel('Password').fill('four words that fit');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('is not the one the app shows now').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(uriOf(secret)));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.locator('main#content').waitFor();
    expect(page.url()).not.toContain('#');
    await page.getByText('Maya Königsberger-Lindenthal').first().waitFor();

    await page.getByRole('button', { name: 'Switch to test' }).click();
    await page.getByRole('button', { name: 'Switch to live' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    // This browser knows that a person signed in here, and where.
    await page.getByLabel('E-mail').fill('maya@example.com');
    await page.getByLabel('Password').fill('wrong words that fit');
    expect(await page.getByLabel('Workspace').inputValue()).toBe('default');
    await page.getByLabel('Code', { exact: true }).fill(codeOf(uriOf(secret), 1));
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('E-mail, password or code is wrong').waitFor();
    await page.getByLabel('Password').fill('four words that fit');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('main#content').waitFor();

    await page.goto('/console/members');
    await page.getByText('you', { exact: true }).waitFor();
    expect((await savedSheet(page)).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['Name', 'E-mail', 'Role'],
      ['Maya Königsberger-Lindenthal', 'maya@example.com', 'admin'],
    ]);
    await page.getByRole('button', { name: 'Sessions…' }).click();
    await page.getByRole('dialog').getByText('HeadlessChrome').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('This is the last admin of the workspace').waitFor();
    expect([...maya.faults, ...admin.faults]).toEqual([]);
    await maya.close();
    await admin.close();
  });

  it('that was used or never was is told so', async () => {
    const tab = await openTab(service.url);
    await tab.page.goto('/console/invitation#nothing');
    await tab.page.getByText('This link was used, revoked or has expired').waitFor();
    await tab.close();
  });
});

describe('a viewer', () => {
  it('is told whom to ask, on pages whose controls would be refused', async () => {
    const tab = await openTab(service.url);
    const { page } = tab;
    const key = await service.key(service.workspaceId, 'live', 'viewer');
    await signIn(tab, key, '/console/import');
    await page.getByText('You cannot import calls').waitFor();
    for (const [path, what] of [
      ['playground', 'try kits'],
      ['review', 'review calls'],
      ['members', 'manage members'],
    ]) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByText(`You cannot ${what}`).waitFor();
    }
    await tab.close();
  });
});

describe('an agent', () => {
  it('sees the own calls and nothing else, and appeals an answer, which a reviewer finds', async () => {
    const kit = await publishExample(service, 'support-qa');
    const transcript = readExample('support-qa/conversations/refund-solved.txt');
    const run = (agent: string, external_id: string) =>
      finishedRun(service, { kit_code: kit.kit_code, input: { transcript }, external_id, metadata: { agent } });
    await run('Tom B.', 'call-of-tom');
    await run('Nora P.', 'call-of-nora');
    const admin = await service.call('POST', '/v1/keys', {
      key: service.adminKey,
      body: { role: 'agent', agent: 'Nora P.', name: 'Nora' },
    });
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, admin.body.key);
    await page.getByRole('heading', { name: 'My calls' }).waitFor();
    await page.getByRole('link', { name: 'call-of-nora' }).waitFor();
    expect(await page.getByText('call-of-tom').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()).toEqual([
      'My calls',
    ]);
    await page.getByRole('link', { name: 'call-of-nora' }).click();
    await page.getByRole('heading', { name: 'Scorecard' }).waitFor();
    await page.getByText('Greeted and gave their name').first().waitFor();
    await page.getByRole('button', { name: 'Appeal' }).first().click();
    await page.getByLabel('Why is it wrong?').fill('I said so at the very start.');
    await page.getByRole('button', { name: 'Send the appeal' }).click();
    await page.getByText('appealed', { exact: true }).waitFor();
    // The address that everybody else has of the call leads to their own page of it.
    await page.goto(page.url().replace('/my-calls/', '/runs/'));
    await page.getByRole('heading', { name: 'Scorecard' }).waitFor();
    expect(page.url()).toContain('/my-calls/');
    expect(tab.faults).toEqual([]);
    await tab.close();

    const reviewer = await openTab(service.url);
    await signIn(reviewer, await service.key(service.workspaceId, 'live', 'reviewer'), '/console/review');
    await reviewer.page.getByText('I said so at the very start.').waitFor();
    await reviewer.close();
  });
});
