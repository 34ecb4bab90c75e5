/** From the overview to what changed, from a kit to its trends, and from an answer to its runs. */

import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

const RUNS = 40;
const PATIENT = { timeout: 45_000 };

let service: TestService;
let tab: Tab;
let kit: { kit_id: string; kit_code: string };

/** Forty runs; in the first week nearly all are solved, in the second nearly none. */
async function oneWeek(isGood: boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: RUNS }, (_, index) => {
      const isUsual = index % 10 > 0;
      const answers = {
        score: { value: index % 11, confidence: 0.8 },
        solved: { value: isUsual === isGood, confidence: 0.9 },
        mood: { value: index % 4 === 0 ? 'bad' : 'good' },
        caller: { value: 'Lena' },
      };
      return toldRun(service, service.adminKey, kit.kit_code, answers, {
        metadata: { team: index % 2 === 0 ? 'emea' : 'apac' },
        external_id: `${isGood ? 'old' : 'new'}-${index}`,
      });
    }),
  );
}

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  const bricks = (kitDocument('review').bricks as { key: string }[]).map((brick) =>
    brick.key === 'mood' ? { ...brick, categories: [{ value: 'good' }, { value: 'bad', name: 'Upset' }] } : brick,
  );
  kit = await publishedKit(service, kitDocument('review', { bricks }));
  await oneWeek(true);
  await settleAllAnswers(service.testDatabase.database, () => false);
  await service.testDatabase.database.query('UPDATE usage_daily SET day = day - 8');
  for (const [table, time] of [
    ['runs', 'created_at'],
    ['run_answers', 'occurred_at'],
  ])
    await service.testDatabase.database.query(`UPDATE ${table} SET occurred_at = ${time} - interval '8 days'`);
  await oneWeek(false);
  await toldRun(service, service.adminKey, kit.kit_code, undefined, { external_id: 'broken' });
  const rule = {
    kit: kit.kit_code,
    brick: 'solved',
    aggregate: 'share',
    value: true,
    window: '7d',
    below: 0.5,
    min_runs: 5,
  };
  const { status } = await service.call('PUT', '/v1/alerts/unsolved', { key: service.adminKey, body: rule });
  expect(status).toBe(200);
}, 120_000);
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

const rows = (page: Page) => page.locator('tbody tr');

describe('the overview', () => {
  it('of a kit without a score says how the week went, what changed and what is alerted', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await signIn(tab, service.adminKey, `/console?from=${day(6)}&to=${day(0)}`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'solved, share of “Yes”' }).waitFor();
    await page.getByText(/^40 from /).waitFor();
    const changed = page.getByRole('listitem').filter({ hasText: 'solved' });
    await changed.first().waitFor();
    const texts = (await changed.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
    // Both teams fell: one change of all calls, and what each team adds to it.
    expect(texts).toMatch(/solved ?share of “Yes” 90 % → ?to ?10 %.*Teams apac −50 % emea −30 %/);
    await page.getByText('No call has an agent').waitFor();
    await page.getByText('unsolved', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: '1 could not be evaluated' }).click();
    await page.getByRole('link', { name: 'broken' }).waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'All answers in insights' }).click();
    await page.getByRole('heading', { name: 'Insights: Review' }).waitFor();
  });
});

describe('insights', () => {
  it('show each brick with its figures, by time and by metadata, and lead to the runs', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, `/console/kits/${kit.kit_id}`);
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByText('Calls: 80 succeeded, 1 failed, 0 cancelled.').waitFor();
    await page.getByText('50 % (').first().waitFor();
    expect(await page.locator('svg text', { hasText: 'v1' }).count()).toBeGreaterThan(0);
    await page.getByLabel('Group by', { exact: true }).selectOption('version');
    await page.waitForURL('**by=version**');
    await page.locator('svg text', { hasText: 'v1' }).first().waitFor();
    // From a version to its runs, by its row and by its point.
    const table = page.getByRole('table', { name: 'solved: Share of “Yes”' });
    await page.getByText('As a table').nth(1).click();
    await table.getByRole('link', { name: 'v1: show the 80 calls' }).click();
    await page.getByText('version 1').waitFor();
    // Exactly those that were counted.
    await page.getByText('25 of 80').waitFor();
    expect(await page.getByRole('link', { name: 'Evaluate these again' }).count()).toBe(0);
    await page.goBack();
    await page.locator('figure svg a').first().click();
    await page.waitForURL('**/runs?**kit_version_id**');
    await page.getByRole('button', { name: 'Remove version 1' }).click();
    await page.getByText('version 1').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText('version 1').waitFor();
    await page.goBack();
    await page.getByLabel('Metadata key to split by').fill('team');
    await page.getByRole('button', { name: 'Split' }).click();
    await table.getByRole('link', { name: 'emea: show the 40 calls' }).waitFor();
    // Two teams, and the run that failed, which has none.
    expect(await table.getByRole('row').count()).toBe(4);
    // With the keyboard: from a bar to its runs, with the answer as a column.
    await page.getByRole('link', { name: /^Upset 25/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'mood' }).waitFor();
    await page.getByText('20 of 20').waitFor();
    expect(await page.getByRole('cell', { name: /Upset$/ }).count()).toBe(20);
  }, 90_000);

  it('by week and team, narrowed down, on days of one’s own, lead to exactly the calls behind a figure', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, `/console/kits/${kit.kit_id}/insights?days=28`);
    await page.getByLabel('And by').selectOption('team');
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'solved', exact: true }) });
    await panel.getByText('Share of “Yes” by week and team').waitFor();
    // Each line has its name at its end.
    await expect.poll(() => panel.locator('svg text', { hasText: /^(emea|apac)$/ }).count(), PATIENT).toBe(2);
    await panel.getByText('As a table').click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field').selectOption('answer.mood');
    await page.getByLabel('Value').selectOption('bad');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Calls: 20 succeeded').waitFor();
    const figures = panel.getByRole('table').getByRole('link', { name: /emea: show the 10 calls/ });
    await figures.first().click();
    await page.getByText('10 of 10').waitFor();
    await page.goBack();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Period').selectOption({ label: 'From … to …' });
    await page.getByLabel('To', { exact: true }).fill(yesterday);
    await page.getByText('Calls: 10 succeeded').waitFor();
    await page.getByLabel('Group by', { exact: true }).selectOption('team');
    await page.getByLabel('And by').selectOption('');
    await page.getByLabel('Order').selectOption('value');
    await panel.getByRole('link', { name: '10 answered' }).click();
    await page.getByText('10 of 10').waitFor();
  }, 90_000);
});

describe('the list of runs', () => {
  it('has filters as chips, answers as columns, and a CSV of all that match', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/runs');
    await page.getByLabel('Kit', { exact: true }).selectOption({ label: 'Review' });
    const add = async (field: string, fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add a filter' }).click();
      await page.getByLabel('Field').selectOption(field);
      await fill();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await add('answer.solved', () => page.getByLabel('Value').selectOption('true'));
    await page.getByText('solved is Yes').waitFor();
    await add('metadata', async () => {
      await page.getByLabel('Metadata key').fill('team');
      await page.getByLabel('Value').fill('emea');
    });
    await page.getByText('team is emea').waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await add('from', () => page.getByLabel('Value').fill(today));
    await expect.poll(() => rows(page).count(), PATIENT).toBe(4);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('group', { name: 'Answers' }).getByLabel('Score').check();
    await page.getByLabel('solved', { exact: true }).check();
    await page.getByRole('columnheader', { name: 'Score' }).waitFor();
    await expect.poll(() => page.getByRole('cell', { name: /Yes$/ }).count(), PATIENT).toBe(4);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 4' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
    expect(lines[0]).toMatch(/,score,solved$/);
    expect(lines).toHaveLength(5);
    for (const line of lines.slice(1)) expect(line).toMatch(/,new-\d+,.*,true$/);
    // Saved for everybody in the workspace.
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByLabel('Name of the view').fill('Solved, EMEA');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Delete this view' }).waitFor();
    // The address is the list: it can be shared.
    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect.poll(() => rows(second).count(), PATIENT).toBe(4);
    await second.goto(`${service.url}/console/runs`);
    await second.getByLabel('Saved view').selectOption('Solved, EMEA');
    await second.getByText('team is emea').waitFor();
    await expect.poll(() => rows(second).count(), PATIENT).toBe(4);
    await second.close();
    await page.getByRole('button', { name: 'Remove team is emea' }).click();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(4);
    await page.goBack();
    await page.getByText('team is emea').waitFor();
  }, 90_000);
});
