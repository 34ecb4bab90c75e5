/** What analysts and admins come for every day, and how many clicks each takes; typing and Enter are none. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { fillInSignIn, openTab, signIn, type Tab } from './support/browser.ts';
import { countingHand, type Task } from './support/counting-hand.ts';
import { fiveWeeks } from './support/five-weeks.ts';

let service: TestService;
let tab: Tab;
let kit: { kit_id: string; kit_code: string };
let refused: string;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  kit = await fiveWeeks(service);
  const answers = {
    disclosed: {
      value: false,
      confidence: 0.8,
      reason: 'No clear mention. Closest match: “I lost my card.”',
      evidence: [],
    },
    score: { value: 60, confidence: 0 },
  };
  refused = await toldRun(service, service.adminKey, kit.kit_code, answers, { external_id: 'undisclosed' });
  tab = await openTab(service.url);
  await signIn(tab, service.adminKey);
}, 180_000);
afterAll(async () => {
  await tab.close();
  await service.stop();
  expect(tab.faults).toEqual([]);
});

const ANALYST: Task[] = [
  {
    name: 'calls of a team without two answers last week, typed into one box',
    most: 1,
    async take({ page, link }) {
      await link('Runs');
      const box = page.getByRole('combobox', { name: 'Filter' });
      await box.fill('disclosed:no verified:no team:porto last week');
      await box.press('Enter');
      for (const chip of ['Recording disclosed is No', 'Identity verified is No', 'team is Porto'])
        await page.getByRole('button', { name: `Remove ${chip}` }).waitFor();
      await expect.poll(() => page.getByLabel('Kit', { exact: true }).inputValue()).toBe(kit.kit_code);
      const query = new URLSearchParams(new URL(page.url()).searchParams.get('where') ?? '');
      expect([...query.keys()]).toEqual(['answer.disclosed', 'answer.verified', 'metadata.team', 'from', 'to']);
      const teams = page.locator('tbody tr').filter({ hasText: 'Lisbon' });
      await expect.poll(() => teams.count()).toBe(0);
    },
  },
  {
    name: 'complete a filter with the keyboard',
    most: 0,
    from: () => '/console/runs',
    async take({ page }) {
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Filter' });
      await box.pressSequentially('team:li');
      await page.getByRole('option', { name: 'Lisbon' }).waitFor();
      await box.press('ArrowDown');
      await box.press('Enter');
      expect(await box.inputValue()).toBe('team:Lisbon ');
      await box.press('Enter');
      await page.getByRole('button', { name: 'Remove team is Lisbon' }).waitFor();
    },
  },
  {
    name: 'what is wrong with a filter',
    most: 0,
    from: () => '/console/runs',
    async take({ page }) {
      const box = page.getByRole('combobox', { name: 'Filter' });
      await box.fill('dislosed:no');
      await box.press('Enter');
      await page.getByText('“dislosed” is neither a question nor a dimension.').waitFor();
      expect(page.url()).not.toContain('where');
    },
  },
  {
    name: 'when, agent, team, kit and score of each call, by call date',
    most: 1,
    async take({ page, link }) {
      await link('Runs');
      const heads = page.locator('thead th');
      await expect
        .poll(async () => (await heads.allInnerTexts()).map((text) => text.replace(/\W+$/, '').trim()))
        .toEqual(['Run', 'When', 'Agent', 'Team', 'Kit', 'Score']);
      expect(await page.getByRole('columnheader', { name: 'When' }).getAttribute('aria-sort')).toBe('descending');
      const times = page.locator('tbody time');
      const shown = await times.evaluateAll((all) => all.map((each) => each.getAttribute('datetime') ?? ''));
      expect(shown).toEqual(shown.toSorted().reverse());
    },
  },
  {
    name: 'answers that were given with little confidence',
    most: 4,
    from: () => `/console/runs?kit=${kit.kit_code}`,
    async take({ page, button, choose }) {
      await button('Add a filter');
      expect(await page.getByLabel('Field').locator('option', { hasText: 'confidence' }).count()).toBe(0);
      await choose(page.getByLabel('Comparison'), 'confidence lt');
      await page.getByLabel('Value').fill('85');
      await page.getByLabel('Value').press('Enter');
      await page.getByText('confidence of Recording disclosed < 85 %').waitFor();
      await page.getByText('1 of 1').waitFor();
    },
  },
  {
    name: 'the words behind a no',
    most: 1,
    from: () => `/console/runs/${refused}`,
    async take({ page, click }) {
      await click(page.getByRole('button', { name: /^Recording disclosed/ }));
      await page.getByRole('list', { name: 'Closest words' }).getByText('I lost my card.').waitFor();
      await page.locator('mark', { hasText: 'I lost my card.' }).waitFor();
      expect(await page.getByText('supports this value').count()).toBe(0);
      await page.getByText('computed from the answers').waitFor();
      expect(await page.getByText('0 %', { exact: true }).count()).toBe(0);
    },
  },
  {
    name: 'a weekly line of each team, as a sheet with intervals',
    most: 1,
    from: () => `/console/kits/${kit.kit_id}/insights?by=week&and=team`,
    async take({ page, click }) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        click(page.getByTitle('Save Quality score by week and team as CSV')),
      ]);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      expect(lines[0]).toBe('week,team,Quality score: mean,From,To,Answered');
      expect(lines.filter((line) => line.includes(',Porto,')).length).toBeGreaterThanOrEqual(5);
      for (const line of lines.slice(1).filter((each) => !each.endsWith(',0')))
        expect(line).toMatch(/^[^,]+,[^,]+,[\d.]+,[\d.]*,[\d.]*,\d+$/);
    },
  },
  {
    name: 'start to review where no policy draws anything',
    most: 2,
    as: () => service.key(service.workspaceId, 'live', 'reviewer'),
    async take({ page, link, button }) {
      await link('Review');
      await button('Review 10 calls Call quality');
      await page.waitForURL('**/runs/run_*');
      await page.getByRole('button', { name: 'Right' }).waitFor();
      await page.getByText('next and previous answer').waitFor();
    },
  },
];

const ADMIN: Task[] = [
  {
    name: 'the time zone of the workspace, by a city',
    most: 2,
    async take({ page, link, button }) {
      await link('Settings');
      const zone = page.getByLabel('Days begin and end in');
      await zone.fill('lisb');
      await page.getByRole('option', { name: /Europe\/Lisbon/ }).waitFor();
      await zone.press('Enter');
      expect(await zone.inputValue()).toBe('Europe/Lisbon');
      await button('Save time zone');
      await page.getByText('Days use this time zone from now on.').waitFor();
    },
  },
  {
    name: 'a sign-in for an agent that calls name',
    most: 4,
    async take({ page, link, choose, click, button }) {
      await link('Members');
      await page.getByLabel('E-mail').fill('maya@example.com');
      await choose(page.getByLabel('Role'), 'agent');
      await page.getByLabel('Agent', { exact: true }).fill('ma');
      await click(page.getByRole('option', { name: /^Maya Keller/ }));
      await button('Create the link');
      await page.getByRole('dialog', { name: 'Link for maya@example.com' }).waitFor();
    },
  },
  {
    name: 'one setting among all',
    most: 2,
    async take({ page, link, click }) {
      await link('Settings');
      await click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: /^Retention/ }));
      await page.waitForURL('**/settings#retention');
    },
  },
  {
    name: 'what somebody did, by a part of the name',
    most: 1,
    async take({ page, link }) {
      await link('Audit');
      await page.getByLabel('Who').fill('brickw');
      await page.getByLabel('Who').press('Enter');
      await page.getByText('Workspace created').waitFor();
      await expect.poll(() => page.getByText('Kit published').count()).toBe(0);
    },
  },
  {
    name: 'an address for a service, what to enter there, and the kits that read it',
    most: 7,
    async take({ page, link, click, button }) {
      await link('Intake');
      await link('New intake');
      await page.getByLabel('Find a service').fill('vapi');
      await click(page.getByLabel('Vapi', { exact: true }));
      await button('Create the address');
      await button('I have saved it');
      await page.getByRole('heading', { name: 'At Vapi' }).waitFor();
      await page.getByText('Waiting for the first delivery').waitFor();
      await click(page.getByLabel('Call quality'));
      await button('Save');
      await page.getByText('Saved.').waitFor();
      expect(await page.getByLabel('Only when').isVisible()).toBe(false);
    },
  },
  {
    name: 'what to enter at Keycloak',
    most: 3,
    async take({ page, link, click }) {
      await link('Settings');
      await click(page.getByRole('link', { name: /^Single sign-on/ }));
      await click(page.getByRole('tab', { name: 'Keycloak' }));
      await page.getByText(`${service.url}/console/oidc/callback`).first().waitFor();
    },
  },
];

async function take({ most, from = () => '/console', as, take }: Task): Promise<void> {
  const own = as === undefined ? tab : await openTab(service.url);
  const hand = countingHand(own.page);
  if (as === undefined) await own.page.goto(from());
  else await fillInSignIn(own, await as());
  await take(hand);
  expect(hand.clicks()).toBeLessThanOrEqual(most);
  if (as === undefined) return;
  const { faults } = own;
  await own.close();
  expect(faults).toEqual([]);
}

describe.each([
  ['an analyst', ANALYST],
  ['an admin', ADMIN],
])('%s needs', (_who, tasks) => {
  it.each(tasks)('at most $most for: $name', take, 90_000);
});
