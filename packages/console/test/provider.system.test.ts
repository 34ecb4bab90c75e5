/** Signing in by an identity provider in the browser, and between workspaces. */
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, startIdentityProvider, type TestIdentityProvider } from '../../../test/support/identity-provider.ts';
import { codeOf, joinedPerson } from '../../../test/support/people.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab } from './support/browser.ts';

let identity: TestIdentityProvider;
let service: TestService;
let front: Server;
let url: string;
beforeAll(async () => {
  // The provider has to know the address of the service before it starts: a server in front has it.
  front = createServer((request, response) => {
    const { method, headers, url: path = '/' } = request;
    const passed = send(service.url + path, { ...(method && { method }), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  identity = await startIdentityProvider(`${url}/console/oidc/callback`);
  service = await startTestService({
    BRICKWORK_PUBLIC_URL: url,
    BRICKWORK_OIDC_ISSUER: identity.issuer,
    BRICKWORK_OIDC_CLIENT_ID: CLIENT.id,
    BRICKWORK_OIDC_CLIENT_SECRET: CLIENT.secret,
    BRICKWORK_OIDC_SCOPES: 'openid profile email groups',
    BRICKWORK_OIDC_LABEL: 'Example Corp',
    BRICKWORK_OIDC_GROUPS: JSON.stringify([
      { group: 'leads', workspace: 'default', role: 'admin' },
      { group: 'leads', workspace: 'sales', role: 'viewer' },
    ]),
  });
  await service.workspace('sales');
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await service.stop();
  await identity.stop();
});

describe('an identity provider', () => {
  it('signs somebody in by one button, and says why where it does not', async () => {
    const tab = await openTab(url);
    const { page } = tab;
    identity.current = 'stranger';
    identity.accounts.set('stranger', { email: 'x@example.com', name: 'X', groups: [] });
    await page.goto('/console/kits?archived=true');
    await page.getByRole('link', { name: 'Sign in with Example Corp' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with Example Corp' }).click();
    await page.getByText('None of your groups gives access to a workspace here').waitFor();
    expect(page.url()).not.toContain('sign_in');

    identity.current = 'lena';
    identity.accounts.set('lena', { email: 'lena@example.com', name: 'Lena L.', groups: ['leads'] });
    await page.context().clearCookies(); // The provider remembers the stranger.
    await page.getByRole('link', { name: 'Sign in with Example Corp' }).click();
    await page.locator('main#content').waitFor();
    await page.getByText('Lena L.').first().waitFor();
    // Back where the sign-in was asked for, not at the start.
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/kits?archived=true');
    await page.getByText('admin · unlimited plan').waitFor();
    await page.getByLabel('Workspace').selectOption('sales');
    await page.getByText('viewer · unlimited plan').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(tab.faults.filter((fault) => !fault.startsWith(`request to ${identity.issuer}`))).toEqual([]);
    await tab.close();
  });

  it('asks a member with the same address, and an admin where the member cannot say', async () => {
    const quinn = await joinedPerson(service, service.adminKey, 'quinn@example.com', 'viewer');
    await joinedPerson(service, service.adminKey, 'rosa@example.com', 'viewer');
    const tab = await openTab(url);
    const { page } = tab;
    const comeAs = async (account: string) => {
      const email = `${account}@example.com`;
      identity.accounts.set(account, { email, email_verified: true, name: account, groups: ['leads'] });
      identity.current = account;
      await page.context().clearCookies();
      await page.goto('/console');
      await page.getByRole('link', { name: 'Sign in with Example Corp' }).click();
    };
    await comeAs('quinn');
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor();
    await page.getByText('quinn@example.com is already a member of default').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Password').fill('something else');
    await page.getByLabel('Code').fill(codeOf(quinn.uri, 1));
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByText('E-mail, password or code is wrong').waitFor();
    await page.getByLabel('Password').fill(quinn.password);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByText('admin · unlimited plan').waitFor();

    await comeAs('rosa');
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor();
    // Her groups open another workspace, too.
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('viewer · unlimited plan').waitFor();
    await comeAs('lena');
    await page.locator('main#content').waitFor();
    await page.goto('/console/settings');
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    await page.getByText('leads → admin').waitFor();
    await page.getByText('None of your groups gives access to a workspace here').waitFor();
    await page.getByText('One person is waiting for approval').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto('/console/members');
    await page.getByText('viewer → admin').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('dialog').getByText('If the address now belongs to somebody else').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('viewer → admin').waitFor({ state: 'detached' });
    await comeAs('rosa');
    await page.getByText('admin · unlimited plan').waitFor();
    const own = tab.faults.filter(
      (fault) => !fault.startsWith(`request to ${identity.issuer}`) && !fault.includes('401'),
    );
    expect(own).toEqual([]);
    await tab.close();
  });
});
