/** Monday morning: the overview and the pages of agents answer without a click, and every figure leads to its calls. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../test/support/told-evaluator.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { fiveWeeks } from './support/five-weeks.ts';

const PATIENT = { timeout: 45_000 };

let service: TestService;
let tab: Tab;

beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: tellingEvaluator });
  await fiveWeeks(service);
}, 180_000);
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

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Names of elements that reach beyond the window, or whose words are broken. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('.sr-only') && element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
  );

describe('the overview', () => {
  it('says how good we are, what changed and where, who needs help, and whether to trust it', async () => {
    await signIn(tab, service.adminKey);
    const { page } = tab;
    await page.getByRole('heading', { name: 'Quality score, mean' }).waitFor();
    await page.getByRole('link', { name: '86', exact: true }).waitFor();
    await page.getByText('Not reviewed yet').waitFor();
    await page.getByRole('link', { name: 'review some now' }).waitFor();
    await page.getByRole('heading', { name: 'Cost of the kit' }).waitFor();
    const changed = panel(page, 'What changed').locator('ul > li');
    await expect.poll(() => changed.count(), PATIENT).toBe(1);
    const fall = await changed.innerText();
    // The question and the team, the counts, what it costs, who carries it, and calls to hear.
    expect(fall).toMatch(/Recording disclosed[\s\S]*in Porto[\s\S]*9\d %[\s\S]*4\d %/);
    expect(fall).toMatch(/\d+ of 168[\s\S]*\d+ of 42 · −\d+ points per call[\s\S]*−\d+ % \(−\d+ % to −\d+ %\)/);
    expect(fall).toMatch(/Agents[\s\S]*(Maya|Tom|Ana)[\s\S]*Listen to:/);
    const help = panel(page, 'Who needs help');
    await help.getByRole('link', { name: 'Maya Keller' }).waitFor();
    const first = await help.locator('ol > li').first().innerText();
    expect(first).toMatch(/Maya Keller[\s\S]*\d+ \(\d+ – \d+\)[\s\S]*14 calls/);
    expect(first).toMatch(/Recording disclosed\s+missed in \d+ of 14 · −\d+ points/);
    await help.getByText(/Too few to rank: Nina Neu \(2 calls\)/).waitFor();
  }, 90_000);

  it('leads from a figure to exactly its calls', async () => {
    await signIn(tab, service.adminKey);
    const { page } = tab;
    const maya = panel(page, 'Who needs help').locator('ol > li').filter({ hasText: 'Maya Keller' });
    const cost = maya.getByRole('listitem').filter({ hasText: 'Showed empathy' });
    const [, missed] = /missed in (\d+) of 14/.exec(await cost.innerText()) ?? [];
    await cost.getByRole('link').click();
    await page.waitForURL('**/runs?**');
    await expect.poll(() => page.locator('tbody tr').count(), PATIENT).toBe(Number(missed));
    await page.goBack();
    await panel(page, 'What changed')
      .getByRole('link', { name: / of 42$/ })
      .click();
    await page.waitForURL('**/runs?**');
    const where = new URL(page.url()).searchParams.get('where') ?? '';
    expect(Object.fromEntries(new URLSearchParams(where))).toMatchObject({
      'answer.disclosed': 'is:answered',
      'metadata.team': 'eq:Porto',
    });
    await page.goBack();
    await panel(page, 'What changed')
      .getByRole('link', { name: /^(maya|tom|ana)-0-/ })
      .first()
      .click();
    await page.waitForURL('**/runs/run_*');
  }, 90_000);

  it('is saved as a picture and as a table', async () => {
    await signIn(tab, service.adminKey);
    const { page } = tab;
    const saved = async (button: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByTitle(button).first().click()]);
      const parts: Buffer[] = [];
      for await (const part of await file.createReadStream()) parts.push(part as Buffer);
      return { name: file.suggestedFilename(), content: Buffer.concat(parts) };
    };
    const table = await saved('Save What changed as CSV');
    expect(table.content.toString()).toMatch(/^What,Where,Before,Now,[\s\S]*Recording disclosed[\s\S]*,Porto,/);
    const chart = await saved('Save Quality score by week as SVG');
    expect(chart.content.toString()).toMatch(/^<svg [\s\S]*Quality score by week[\s\S]*<polyline/);
    const picture = await saved('Save Who needs help as PNG');
    expect([picture.name, picture.content.subarray(1, 4).toString()]).toEqual(['who-needs-help.png', 'PNG']);
    expect(picture.content.length).toBeGreaterThan(5_000);
  }, 90_000);

  it('is sent every Monday in three clicks, with the figures that its link shows', async () => {
    const receiver = await startReceiver();
    const channel = { kind: 'webhook', url: receiver.url, topics: ['alerts'] };
    await service.call('PUT', '/v1/channels/ops', { key: service.adminKey, body: channel });
    await signIn(tab, service.adminKey);
    const { page } = tab;
    await page.getByRole('button', { name: 'Send every Monday' }).click();
    await page.getByLabel('ops').check();
    await page.getByRole('button', { name: 'Send one now' }).click();
    await page.getByText('The summary was sent to ops.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const [told] = await receiver.until(1);
    const [section] = told?.event.notifications[0].sections ?? [];
    const score = section.lines[0].texts[0].split(',')[0];
    expect(await page.getByLabel('Preview', { exact: true }).innerText()).toContain(`Quality score, mean: ${score}`);
    await page.goto(section.path);
    await page.getByText('Maya Keller').first().waitFor();
    const tile = panel(page, 'Quality score, mean');
    await expect.poll(() => tile.innerText(), PATIENT).toContain(score);
    const help = section.lines.find(({ label }: { label: string }) => label === 'Who needs help').texts[0];
    const [, name, figure] = /^(\D+) (\d+ \(.+?\))/.exec(help) ?? [];
    const first = await panel(page, 'Who needs help').locator('ol > li').first().innerText();
    expect([first.startsWith(name ?? '?'), first.includes(figure ?? '?')], help).toEqual([true, true]);
    // What it costs, and who carries the change, in the same words and figures.
    const [, missed = '?'] = /(missed in \d+ of \d+ · −[\d.]+ points)/.exec(help) ?? [];
    expect(first).toContain(missed);
    const changed = section.lines.find(({ label }: { label: string }) => label === 'What changed').texts;
    const why = changed.find((text: string) => text.startsWith('Why, by agent: ')) ?? '';
    const fall = (await panel(page, 'What changed').locator('ul > li').first().innerText()).replaceAll(/\s+/g, ' ');
    for (const part of why.replace('Why, by agent: ', '').split(', ')) expect(fall).toContain(part);
    await receiver.stop();
  }, 90_000);

  it('is kept in the address: kit, team and period, and a copied link has fixed days', async () => {
    await signIn(tab, service.adminKey);
    const { page } = tab;
    await page.getByLabel('Team', { exact: true }).selectOption('Lisbon');
    await page.waitForURL('**team=Lisbon**');
    await page.getByRole('link', { name: '44', exact: true }).waitFor();
    expect(await panel(page, 'Who needs help').getByText('Maya Keller').count()).toBe(0);
    await page.getByText('No change is larger than chance', { exact: false }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\?kit=.*&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&team=Lisbon$/);
    await page.goto(link);
    await page.getByRole('link', { name: '44', exact: true }).waitFor();
    await page.getByLabel('Period').selectOption('4');
    await page.waitForURL('**weeks=4**');
    await page.getByRole('link', { name: '170', exact: true }).waitFor();
    await page.getByLabel('Period').selectOption({ label: 'This week so far' });
    await page.getByRole('heading', { name: 'No calls in this period' }).waitFor();
  }, 90_000);

  it('prints on light paper without the menu, and says what to do where there is nothing', async () => {
    await signIn(tab, service.adminKey, '/console?kit=call_quality');
    const { page } = tab;
    await page.getByText('Maya Keller').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation', { name: 'Console' }).isVisible()).toBe(false);
    expect(await page.getByLabel('Period').isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(248, 247, 244)',
    );
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.goto('/console?kit=call_quality&from=2025-01-01&to=2025-01-28');
    await page.getByRole('heading', { name: 'No calls in this period' }).waitFor();
    await page.getByRole('link', { name: /^Show the last week with calls \(from / }).click();
    await page.getByText('Maya Keller').first().waitFor();
    await page.goto('/console?kit=no_such_kit');
    await page.getByText('Kit not found').waitFor();
    await page.route('**/changes?**', (route) => route.fulfill({ status: 400, json: { error: {} } }));
    await page.goto('/console?kit=call_quality');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }, 90_000);
});

describe('agents', () => {
  it('are listed in order, and each has a page with weeks, answers and calls to listen to', async () => {
    await signIn(tab, service.adminKey, '/console/agents');
    const { page } = tab;
    await page.getByRole('link', { name: 'Maya Keller' }).waitFor();
    const names = await page.locator('ol > li a[href*="/agents/"]').allInnerTexts();
    expect(names.map((name) => name.split(' ')[0]).slice(0, 2)).toEqual(['Maya', 'Tom']);
    expect(names).toHaveLength(6);
    await page.getByRole('link', { name: 'Maya Keller' }).click();
    await page.getByRole('heading', { name: 'Maya Keller', level: 1 }).waitFor();
    await page.getByText('Median agent', { exact: true }).waitFor();
    await page.getByText('Week by week as a table').click();
    const weeks = page.getByRole('table', { name: 'Quality score by week' });
    await weeks.getByRole('columnheader', { name: 'Porto' }).waitFor();
    expect(await panel(page, 'Costs most').getByRole('listitem').first().innerText()).toMatch(/Recording disclosed/);
    // How often it happened, not how often it did not.
    const threats = panel(page, 'Best answers').getByRole('listitem').filter({ hasText: 'Threatened the customer' });
    expect(await threats.innerText()).toMatch(/never, 14 calls/);
    const calls = panel(page, 'Calls to listen to').first();
    await calls
      .getByRole('link', { name: /^maya-0-/ })
      .first()
      .waitFor();
    await calls.getByRole('heading', { name: 'Typical' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await calls
      .getByRole('link', { name: /^maya-0-/ })
      .first()
      .click();
    await page.waitForURL('**/runs/run_*');
  }, 90_000);

  it('with few calls are not judged', async () => {
    await signIn(tab, service.adminKey, '/console/agents/Nina%20Neu');
    await tab.page.getByText('Too few to rank').waitFor();
    await tab.page.goto('/console/agents/Nobody');
    await tab.page.getByText('No answers in this period').waitFor();
  }, 90_000);
});

describe('coaching', () => {
  it('is a note in three clicks, which the calls after it are measured against', async () => {
    const notedOn = new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10);
    const note = { agent: 'Maya Keller', kit: 'call_quality', bricks: ['disclosed'], text: 'Disclose first.' };
    await service.call('POST', '/v1/coaching-notes', { key: service.adminKey, body: { ...note, noted_on: notedOn } });
    await signIn(tab, service.adminKey, '/console/agents/Maya%20Keller');
    const { page } = tab;
    const notes = panel(page, 'Coaching notes');
    expect(await notes.getByRole('listitem').first().innerText()).toMatch(
      /Disclose first\.[\s\S]*Recording disclosed[\s\S]*% \(.+%\) →\s+to\s+.*% \(.+%\)[\s\S]*\d+ calls before, \d+ after; /,
    );
    await notes.getByRole('button', { name: 'Write a note' }).click();
    // What costs most is chosen already.
    const about = notes.getByLabel('Question', { exact: true });
    expect(await about.locator('option:checked').innerText()).toBe('Recording disclosed');
    await notes.getByLabel('What was agreed').fill('Show empathy early.');
    await about.selectOption('Showed empathy');
    expect(await seriousFindings(page)).toEqual([]);
    await notes.getByRole('button', { name: 'Save note' }).click();
    const fresh = notes.getByRole('listitem').filter({ hasText: 'Show empathy early.' }).first();
    await fresh.getByText('0 after; fewer than 10 calls', { exact: false }).waitFor();
    await fresh.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => notes.getByText('Show empathy early.').count(), PATIENT).toBe(0);
  }, 90_000);
});

describe('narrow screens', () => {
  it('cut nothing off: of a telephone in dark colours, and of a small computer in light ones', async () => {
    await signIn(tab, service.adminKey);
    const { page } = tab;
    await page.getByText('Jonas Freiherr').first().waitFor();
    await page.getByRole('link', { name: / of 42$/ }).waitFor();
    await lookAt(page);
    await page.goto('/console/agents/Jonas%20Freiherr%20von%20Hohenstein-Schwarzenberg');
    await page
      .getByRole('link', { name: /^jonas-0-/ })
      .first()
      .waitFor();
    await lookAt(page);
  }, 90_000);

  async function lookAt(page: Page): Promise<void> {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1_024, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await cutOff(page), `${width} px`).toEqual([]);
      expect(await seriousFindings(page), `${width} px`).toEqual([]);
    }
  }
});
