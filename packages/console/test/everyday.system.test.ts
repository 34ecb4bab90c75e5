/** What people run into who use the console all day: long runs, live lists, Back, an absent service, drafts, secrets shown once. */
import { RunFault } from '@brickwork/server/runs/run-fault';
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { publishExample, readExample } from './support/example-run.ts';
import { savedSheet } from './support/saved-sheet.ts';

/** Answers and warns as the input says. */
async function evaluate(work: RunWork) {
  const { warn = [], later } = JSON.parse(work.input) as { warn?: string[]; later?: boolean };
  if (later)
    throw new RunFault({ code: 'provider_rate_limited', message: 'later', userMessage: '', retryAfterMs: 3_000_000 });
  return { ...(await tellingEvaluator(work)), warnings: warn };
}

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService({}, { evaluate });
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

async function freshKey(name: string): Promise<string> {
  return service.key(await service.workspace(name));
}

const KIT = {
  kit: 'everyday',
  name: 'Everyday',
  bricks: [
    { key: 'solved', name: 'Solved', type: 'boolean', question: 'Was it solved?', true_when: 'The customer says so.' },
    { key: 'words', type: 'numeric', metric: 'word_count' },
  ],
};
const TOLD = { solved: { value: true, confidence: 0.9 }, words: { value: 12 } };

describe('a run', () => {
  it('with 200 bricks scrolls inside its pane: the page does not grow, and the last brick is reached', async () => {
    const bricks = Array.from({ length: 200 }, (_, index) => ({
      key: `brick_${index}`,
      type: 'boolean',
      question: `Is it ${index}?`,
    }));
    const { kit_code } = await publishKit(service, service.adminKey, { kit: 'long', bricks });
    const told = Object.fromEntries(bricks.map(({ key }) => [key, { value: true, confidence: 0.9 }]));
    const id = await toldRun(service, service.adminKey, kit_code, told);
    await signIn(tab, service.adminKey, `/console/runs/${id}`);
    const last = tab.page.locator('#brick-brick_199');
    await last.waitFor({ state: 'attached' });
    const pages = await tab.page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    expect(pages).toBeLessThan(1.5);
    await tab.page.keyboard.press('k');
    await expect.poll(() => tab.page.getByRole('button', { expanded: true }).textContent()).toContain('brick_199');
    expect(await last.isVisible()).toBe(true);
    expect(await tab.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });

  it('shows its warnings above the answers', async () => {
    const { kit_code } = await publishKit(service, service.adminKey, KIT);
    const input = { transcript: 'Agent: Hello.', tell: TOLD, warn: ['Nobody knows who the agent is.'] };
    const { body } = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code, input, mode: 'sync' },
    });
    await signIn(tab, service.adminKey, `/console/runs/${body.run_id}`);
    const warning = tab.page.getByText('Nobody knows who the agent is.');
    await warning.waitFor();
    const results = await tab.page.getByRole('tab', { name: 'Results' }).boundingBox();
    expect((await warning.boundingBox())?.y).toBeLessThan(results?.y ?? 0);
    expect(await seriousFindings(tab.page)).toEqual([]);
  });
});

describe('a run that is queued', () => {
  it('says why it waits, which attempt comes next, and when', async () => {
    const key = await freshKey('queued');
    const { kit_code } = await publishKit(service, key, KIT);
    const { body } = await service.call('POST', '/v1/runs', {
      key,
      body: { kit_code, input: { transcript: 'Agent: Hello.', later: true } },
    });
    await signIn(tab, key, `/console/runs/${body.run_id}`);
    await tab.page.getByText('The last attempt failed (provider_rate_limited); it will be retried.').waitFor();
    await tab.page.getByText(/^Attempt 2 in \d+ (min\.|sec\.|hr\.)/).waitFor();
    await service.call('POST', `/v1/runs/${body.run_id}/cancel`, { key });
  });
});

describe('the runs', () => {
  it('keep the marked run when new ones arrive, and the page and the filters on the way back', async () => {
    const key = await freshKey('marked');
    const { kit_code } = await publishKit(service, key, KIT);
    for (let index = 0; index < 27; index += 1)
      await toldRun(service, key, kit_code, TOLD, { external_id: `call-${index}` });
    await signIn(tab, key, '/console/runs');
    const { page } = tab;
    await page.getByRole('link', { name: 'call-26' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('call-25');
    await toldRun(service, key, kit_code, TOLD, { external_id: 'newcomer' });
    await page.getByRole('link', { name: 'newcomer' }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('call-24');

    await page.getByLabel('Status').selectOption('succeeded');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'call-0' }).click();
    await page.waitForURL('**/console/runs/run_*');
    await page.goBack();
    await page.getByRole('link', { name: 'call-0' }).waitFor();
    await page.getByText('Page 2.').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('succeeded');
    await page.goBack();
    await page.getByRole('link', { name: 'newcomer' }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('succeeded');
  });
});

describe('the header', () => {
  it('says that the service is away, and stops saying so', async () => {
    await signIn(tab, service.adminKey, '/console/kits');
    const { page } = tab;
    await page.getByRole('heading', { name: 'Kits', exact: true }).waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('The service is not responding').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute('**/v1/**');
    await page.getByText('The service is not responding').waitFor({ state: 'detached' });
    await page.getByText('Nothing in this period').or(page.getByText('Runs by outcome')).first().waitFor();
  });
});

describe('the playground', () => {
  it('keeps conversation and draft on the way back', async () => {
    const key = await freshKey('kept');
    await publishKit(service, key, KIT);
    await signIn(tab, key, '/console/playground');
    const { page } = tab;
    const conversation = page.getByRole('textbox', { name: 'Conversation' });
    await conversation.fill('Agent: A long day.');
    await page.getByRole('button', { name: 'Edit as a draft' }).click();
    const editor = page.getByLabel('Kit as YAML');
    await editor.press('Control+End');
    await editor.pressSequentially('# mine');
    await page.getByRole('link', { name: 'Kits' }).click();
    await page.getByRole('heading', { name: 'Kits' }).waitFor();
    await page.goBack();
    await expect.poll(() => conversation.inputValue()).toBe('Agent: A long day.');
    expect(await editor.inputValue()).toContain('# mine');
  });

  it('edits a kit in its author’s order, keeps the caret and the colours, and shows two edits as two lines', async () => {
    const key = await freshKey('editor');
    const { kit_id } = await publishExample(service, 'support-qa', key);
    await signIn(tab, key, `/console/playground?kit=${kit_id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit as a draft' }).click();
    const editor = page.getByLabel('Kit as YAML');
    const text = await editor.inputValue();
    const written = parse(readExample('support-qa/kit.yaml')) as { bricks: object[] };
    const shown = parse(text) as { bricks: object[] };
    expect(Object.keys(shown)).toEqual(Object.keys(written));
    expect(shown.bricks.map((brick) => Object.keys(brick))).toEqual(written.bricks.map((brick) => Object.keys(brick)));

    // In the middle of the text: the caret stays where one types, in view, and the words take the colour of what they are.
    const at = text.indexOf('Was the customer');
    await editor.evaluate((area: HTMLTextAreaElement, offset) => {
      area.focus();
      area.setSelectionRange(offset, offset);
    }, at);
    await editor.pressSequentially('Tell: ');
    expect(await editor.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(at + 6);
    for (let typed = 0; typed < 6; typed += 1) await editor.press('Backspace');
    await expect.poll(() => editor.inputValue()).toBe(text);
    await editor.press('Control+End');
    await editor.pressSequentially('\n');
    const layer = page.locator('pre[aria-hidden=true]');
    const box = await layer.evaluate((element) => {
      const frame = element.closest('.overflow-auto');
      const lines = [...element.children];
      const lastLine = lines.at(-1)?.getBoundingClientRect();
      return { bottom: frame?.getBoundingClientRect().bottom ?? 0, last: lastLine?.top ?? 1e9 };
    });
    expect(box.last).toBeLessThan(box.bottom);

    const edited = text
      .replace(
        "Was the customer's problem solved before the call ended?",
        'Was the problem solved before the call ended?',
      )
      .replace('the last digits of a card', 'some digits of a card');
    await editor.fill(edited);
    await page.getByText('No errors').waitFor();
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: Hello.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect
      .poll(async () => (await service.call('GET', `/v1/kits/${kit_id}/versions`, { key })).body.data.length)
      .toBe(2);
    await page.goto(`/console/kits/${kit_id}?tab=diff`);
    const diff = page.getByRole('region', { name: 'Changes as text' });
    await diff.waitFor();
    const signs = await diff.locator('pre > div > span').allTextContents();
    expect(signs.filter((sign) => sign === '−')).toHaveLength(2);
    expect(signs.filter((sign) => sign === '+')).toHaveLength(2);
  });
});

describe('the kits', () => {
  it('are all listed, however many; each shows every question, and its tab survives a reload', async () => {
    const key = await freshKey('many-kits');
    for (let index = 0; index < 103; index += 1)
      await service.call('POST', '/v1/kits', { key, body: { ...KIT, kit: `kit_${index}`, name: `Kit ${index}` } });
    await signIn(tab, key, '/console/kits');
    const { page } = tab;
    await page.getByRole('link', { name: 'Kit 102' }).waitFor();
    expect(await page.getByRole('link', { name: /^Kit \d+$/ }).count()).toBe(103);
    const [head, ...kits] = await savedSheet(page);
    expect(head).toMatch(/^Kit,Code,Id,Status,Live version,/);
    expect(kits.filter((line) => /^Kit \d+,\w{8},/.test(line))).toHaveLength(103);
    await page.getByRole('link', { name: 'Kit 0', exact: true }).click();
    await page.getByText('Was it solved?').waitFor();
    await page.getByText('The customer says so.').waitFor();
    await page.getByText('Computed from the conversation: word count.').waitFor();
    await page.getByRole('tab', { name: 'Types' }).click();
    await page.getByText('export interface').waitFor();
    await page.reload();
    await page.getByText('export interface').waitFor();
  });
});

describe('forms', () => {
  it('show the detail of a refusal; a secret that is shown once is not lost by Escape', async () => {
    await signIn(tab, service.adminKey, '/console/kits');
    const { page } = tab;
    await page.getByRole('link', { name: 'Keys' }).click();
    const [head, ...keys] = await savedSheet(page);
    expect(head).toMatch(/^Name,Key,Environment,Role,/);
    expect(keys.some((line) => line.includes(service.adminKey.slice(-4)) && line.includes(',admin,'))).toBe(true);
    expect(keys.join()).not.toContain(service.adminKey);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('once');
    await page.route('**/v1/keys', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              error: 'invalid_parameter',
              message: 'A parameter is wrong.',
              detail: 'name is taken by the moon.',
            },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('A parameter is wrong. name is taken by the moon.').waitFor();
    await page.unroute('**/v1/keys');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = page.getByRole('region', { name: 'Your new key' });
    await secret.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Have you saved it?').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show it again' }).click();
    await secret.waitFor();
    await page.goBack();
    await page.getByText('Have you saved it?').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
