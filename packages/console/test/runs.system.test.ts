import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { fillInSignIn, openTab, signIn, type Tab } from './support/browser.ts';
import { finishedRun, publishExample, readExample } from './support/example-run.ts';

let service: TestService;
let code: string;
let runId: string;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
  code = (await publishExample(service, 'support-qa')).kit_code;
  const transcript = readExample('support-qa/conversations/refund-solved.txt');
  runId = await finishedRun(service, {
    kit_code: code,
    input: { transcript },
    external_id: 'call-4711',
    metadata: { team: 'north' },
  });
});
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

describe('signing in', () => {
  it('refuses a wrong key and says why', async () => {
    await tab.page.goto('/console');
    await tab.page.getByLabel('API key').fill('svc_live_wrong');
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => tab.page.getByRole('alert').textContent()).toMatch(/key/i);
    expect(await seriousFindings(tab.page)).toEqual([]);
  });

  it('is for every tab: the key is sent once, and kept in no URL, no storage and no cookie that a script can read', async () => {
    const urls: string[] = [];
    const carrying: string[] = [];
    const look = (request: Request) => {
      urls.push(request.url());
      if (JSON.stringify([request.headers(), request.postData()]).includes(service.adminKey))
        carrying.push(`${request.method()} ${new URL(request.url()).pathname}`);
    };
    tab.page.context().on('request', look);
    onTestFinished(() => void tab.page.context().off('request', look));
    await fillInSignIn(tab, service.adminKey, '/console/runs');
    await tab.page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    const stored = () =>
      tab.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(await stored()).not.toMatch(/svc_|brickwork_session/);
    expect(carrying).toEqual(['POST /console/session']);
    // A link opened in a new tab needs no key again.
    const second = await tab.page.context().newPage();
    await second.goto(`${service.url}/console/runs/${runId}`);
    await second.getByRole('heading', { name: 'call-4711' }).waitFor();
    expect([...urls, tab.page.url()].join()).not.toContain(service.adminKey);
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.getByLabel('API key').waitFor();
    await second.getByRole('link', { name: '← Runs' }).click();
    await second.getByText('signed out elsewhere').waitFor();
    expect(await tab.page.context().cookies()).toEqual([]);
  });

  it('shows only what the key’s role may do', async () => {
    await signIn(tab, await service.key(service.workspaceId, 'live', 'viewer'), `/console/runs/${runId}`);
    await tab.page.getByText('Conversations are not shown to you').waitFor();
    const places = tab.page.getByRole('navigation', { name: 'Console' });
    expect(await places.getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Agents',
      'Calls',
      'Recordings',
      'Ask',
      'Kits',
      'Alerts',
      'Backfills',
      'Usage',
      'Settings',
    ]);
    for (const name of ['More actions', 'Open in playground'])
      expect(await tab.page.getByRole('button', { name }).or(tab.page.getByRole('link', { name })).count()).toBe(0);
    await tab.page.getByRole('button', { name: /Verified identity/ }).click();
    expect(await tab.page.getByRole('list', { name: 'Evidence' }).textContent()).toContain('date of birth');
  });
});

describe('times of a recording', () => {
  it('stand beside the turns and the evidence, and lead into the recording', async () => {
    const kit = {
      kit: 'timed',
      bricks: [{ key: 'lost', type: 'boolean', question: 'Was a card lost?', hints: { keywords: ['lost my card'] } }],
    };
    const pushed = await service.call('POST', '/v1/kits?publish=true', { key: service.adminKey, body: kit });
    const timed = await finishedRun(service, {
      kit_code: pushed.body.kit_code,
      input: {
        transcript: [
          { speaker: 'agent', text: 'How can I help?', start: 1 },
          { speaker: 'customer', text: 'I lost my card.', start: 65.4 },
        ],
      },
      metadata: { recording_url: 'https://calls.example.org/7.mp3' },
    });
    await signIn(tab, service.adminKey, `/console/runs/${timed}`);
    await tab.page.getByRole('button', { name: /lost/ }).first().click();
    const links = tab.page.getByRole('link', { name: 'Recording at 1:05' });
    await expect.poll(() => links.count()).toBe(2);
    expect(await links.first().getAttribute('href')).toBe('https://calls.example.org/7.mp3#t=65');
    expect(await seriousFindings(tab.page)).toEqual([]);
  });
});

describe('the runs', () => {
  it('are found by external id and status, live, and opened from the keyboard', async () => {
    await signIn(tab, service.adminKey, '/console/runs');
    await tab.page.getByRole('link', { name: 'call-4711' }).waitFor();
    const later = await finishedRun(service, { kit_code: code, input: { transcript: 'Agent: Hello.' } });
    await tab.page.getByText(`run_…${later.slice(-8)}`).waitFor();
    const all = await tab.page.locator('tbody tr').count();
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('call-4711');
    await tab.page.keyboard.press('Enter');
    await expect.poll(() => tab.page.locator('tbody tr').count()).toBe(1);
    await tab.page.getByLabel('Status').selectOption('failed');
    await tab.page.getByText('No run matches').waitFor();
    await tab.page.getByRole('button', { name: 'Show all runs' }).click();
    await expect.poll(() => tab.page.locator('tbody tr').count()).toBe(all);
    // The oldest run is the last row.
    for (let row = 0; row < all; row += 1) await tab.page.keyboard.press('j');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(`**/console/runs/${runId}`);
  });

  it('are paged with the keyboard', async () => {
    const workspaceId = await service.workspace('paged');
    const key = await service.key(workspaceId);
    const { kit_code } = await publishExample(service, 'churn-risk', key);
    const runs = Array.from({ length: 30 }, (_, index) => ({
      kit_code,
      input: { transcript: 'Customer: Hello.' },
      external_id: `call-${index}`,
    }));
    await service.call('POST', '/v1/batches', { key, body: { runs } });
    await signIn(tab, key, '/console/runs');
    const rows = tab.page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(25);
    const first = await rows.allTextContents();
    await tab.page.keyboard.press('n');
    await expect.poll(() => rows.count()).toBe(5);
    for (const text of await rows.allTextContents()) expect(first).not.toContain(text);
    await tab.page.keyboard.press('p');
    await expect.poll(() => rows.count()).toBe(25);
  });
});

describe('a run', () => {
  it('marks the evidence of the brick that is chosen, and names the bricks of a mark', async () => {
    await signIn(tab, service.adminKey, `/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: /Verified identity/ }).click();
    const chosen = page.locator('mark[data-chosen="true"]');
    await expect
      .poll(() => chosen.allTextContents())
      .toEqual(['Before I open your account, can you confirm your date of birth and the order number?']);
    expect(await chosen.isVisible()).toBe(true);
    await chosen.hover();
    await expect.poll(() => page.getByRole('tooltip').textContent()).toContain('Verified identity');
    await page.mouse.move(0, 0);
    await page.locator('mark', { hasText: 'NW-204518' }).click();
    await expect.poll(() => page.getByRole('button', { expanded: true }).textContent()).toContain('Order number');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('tells confidence with its basis, time, usage and the JSON; the curl never holds the key', async () => {
    await signIn(tab, service.adminKey, `/console/runs/${runId}`);
    const { page } = tab;
    await page
      .getByText(/\d+ % · matched the words/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('Credits').waitFor();
    const details = await page.getByRole('tabpanel').textContent();
    for (const text of ['Accepted and stored', 'Finished', 'Enginelocal', 'teamnorth', 'Input formatlabelled'])
      expect(details).toContain(text);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = JSON.parse((await page.getByRole('region', { name: 'The run as JSON' }).textContent()) ?? '');
    expect(json).toMatchObject({ run_id: runId, status: 'succeeded', external_id: 'call-4711' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toBe(`curl -s '${service.url}/v1/runs/${runId}' -H "Authorization: Bearer $BRICKWORK_API_KEY"`);
  });

  it('is erased after a question, and says so', async () => {
    const doomed = await finishedRun(service, { kit_code: code, input: { transcript: 'Agent: Hello.' } });
    await signIn(tab, service.adminKey, `/console/runs/${doomed}`);
    await tab.page.getByRole('button', { name: 'More actions' }).click();
    await tab.page.getByRole('menuitem', { name: 'Erase…' }).click();
    const dialog = tab.page.getByRole('dialog');
    expect(await seriousFindings(tab.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await tab.page.getByRole('heading', { name: 'Erased' }).waitFor();
    expect((await service.call('GET', `/v1/runs/${doomed}`, { key: service.adminKey })).body.erased_at).toBeDefined();
  });

  it('that is not there is told apart from a page that is not', async () => {
    await signIn(tab, service.adminKey, '/console/runs/run_nothing');
    await tab.page.getByRole('heading', { name: 'No such run' }).waitFor();
    await tab.page.goto('/console/nowhere');
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('works on a narrow screen in dark colours: a quote leads into the conversation', async () => {
    const narrow = await openTab(service.url, { width: 390, height: 844, colours: 'dark' });
    await signIn(narrow, service.adminKey, `/console/runs/${runId}`);
    await narrow.page.getByRole('button', { name: /Verified identity/ }).click();
    expect(await seriousFindings(narrow.page)).toEqual([]);
    await narrow.page.getByRole('list', { name: 'Evidence' }).getByRole('button').click();
    await expect.poll(() => narrow.page.locator('mark[data-chosen="true"]').isVisible()).toBe(true);
    expect(await seriousFindings(narrow.page)).toEqual([]);
    const overflow = await narrow.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(narrow.faults).toEqual([]);
    await narrow.close();
  });
});
