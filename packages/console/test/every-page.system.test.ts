/**
 * Every page of the router, with names as long as real ones: nothing is cut off at the widths of a telephone, a small and a large screen and a large one at
 * 200 % zoom, no word is broken in the middle, charts keep the size of their text, Tab comes to every control, and axe finds nothing, light and dark. A
 * page that is added to the router fails here until it is listed.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleRouter } from '../src/router.tsx';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { cutOff } from './support/cut-off.ts';
import { jargon } from './support/jargon.ts';
import { type LongNames, startLongNames } from './support/long-names.ts';
import { scaledTexts, unreachable } from './support/reach.ts';

const WIDTHS = [1_440, 1_024, 720, 390] as const;

/** Managers, reviewers and agents say call; run is a word for engineers and admins. */
const OF_CALLS = [
  '/',
  '/agents',
  '/agents/$agent',
  '/my-calls',
  '/my-calls/$runId',
  '/review',
  '/alerts',
  '/new-alert',
  '/ask',
];

interface Shown {
  /** Where the page's own address shows only a part of it. */
  search?: readonly string[];
  as?: 'agent' | 'newcomer';
}

const page = (...search: string[]): Shown => (search.length === 0 ? {} : { search });

/** By the router's path. */
const PAGES: Readonly<Record<string, Shown>> = {
  '/': page(),
  '/agents': page(),
  '/agents/$agent': page(),
  '/welcome': { as: 'newcomer' },
  '/runs': page('', '?kit=$kitCode&columns=reason,score,summary', '?status=failed'),
  '/runs/$runId': page('', '?review=true', '?calibration=$calibrationId'),
  '/recordings': page(),
  '/review': page(),
  '/import': page(),
  '/playground': page('', '?run=$runId'),
  '/kits': page(),
  '/new-kit': page(),
  '/kits/$kitId': page(
    ...['bricks', 'versions', 'diff&from=1&to=2', 'schema', 'quality', 'evaluations', 'shadow', 'types'].map(
      (tab) => `?tab=${tab}`,
    ),
  ),
  '/kits/$kitId/insights': page('', '?by=week&and=team', '?by=metadata.agent'),
  '/calibrations/$calibrationId': page(),
  '/alerts': page(),
  '/new-alert': page(),
  '/alerts/$name': page(),
  '/new-canary': page(),
  '/canaries/$name': page(),
  '/backfills': page(),
  '/new-backfill': page(),
  '/backfills/$backfillId': page(),
  '/ask': page(),
  '/ask/$questionId': page(),
  '/reasons/$contrastId': page(),
  '/intakes': page(),
  '/new-intake': page(),
  '/intakes/$name': page(),
  '/destinations': page(),
  '/new-destination': page(),
  '/destinations/$name': page(),
  '/webhooks': page(),
  '/usage': page(),
  '/my-calls': { as: 'agent' },
  '/my-calls/$runId': { as: 'agent' },
  '/members': page(),
  '/keys': page(),
  '/audit': page(),
  '/settings': page(),
};

/** `/agents/$name` is not the `$name` of rules. */
const listed = (path: string) => (path === '/agents/$name' ? '/agents/$agent' : path);

let names: LongNames;
const tabs = new Map<string, Tab>();

beforeAll(async () => {
  names = await startLongNames();
}, 240_000);
afterAll(async () => {
  for (const tab of tabs.values()) await tab.close();
  await names?.service.stop();
});
afterEach(() => {
  for (const { faults } of tabs.values()) expect(faults.splice(0)).toEqual([]);
});

/** One tab for everybody who looks, signed in once. */
async function tabOf(who: 'admin' | 'agent' | 'newcomer'): Promise<Tab> {
  const open = tabs.get(who);
  if (open !== undefined) return open;
  const tab = await openTab(names.service.url);
  tabs.set(who, tab);
  await signIn(tab, { admin: names.service.adminKey, agent: names.agentKey, newcomer: names.empty }[who]);
  return tab;
}

/** As a link does: the console and axe stay loaded. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/console${address}`);
}

/** Opens a page by way of one that is not there, so that nothing of the last one is left, and waits until nothing on it is loading any more. */
async function open({ page }: Tab, address: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const nowhere = page.getByRole('heading', { name: 'Page not found' });
  await go(page, '/nowhere');
  await nowhere.waitFor();
  await go(page, address);
  await nowhere.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect
    .poll(() => page.locator('.skeleton, .pulse').count(), { message: `${address} is still loading`, timeout: 45_000 })
    .toBe(0);
  // A page that could not be shown would be a page without faults.
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  expect(await page.locator('main').innerText()).not.toContain('Page not found');
}

async function faultsOf({ page }: Tab): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Charts are drawn again once the browser has told them their new width.
    await expect.poll(() => scaledTexts(page), { message: `text of charts at ${width} px` }).toEqual([]);
    faults.push(...(await cutOff(page)).map((fault) => `${width} px: ${fault}`));
  }
  // Entries of the audit log name fields as the API does.
  if (!page.url().endsWith('/audit'))
    faults.push(...(await jargon(page)).map((word) => `a word of the trade: ${word}`));
  faults.push(...(await seriousFindings(page)).map((fault) => `390 px, light: ${fault}`));
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  faults.push(...(await unreachable(page)));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  faults.push(...(await seriousFindings(page)).map((fault) => `1440 px, dark: ${fault}`));
  return faults;
}

describe('every page', () => {
  it('is listed', () => {
    const paths = Object.keys(createConsoleRouter().routesByPath).map(listed);
    expect(Object.keys(PAGES).toSorted()).toEqual(paths.toSorted());
  });

  it.each(
    Object.entries(PAGES).flatMap(([path, { search = [''], as }]) =>
      search.map((query): [string, Shown['as']] => [path + query, as]),
    ),
  )(
    '%s is whole and accessible at every width, light and dark',
    async (address, as) => {
      const tab = await tabOf(as ?? 'admin');
      await open(
        tab,
        address.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(names.ids[name] ?? name)),
      );
      const text = OF_CALLS.includes(address) ? await tab.page.locator('main').innerText() : '';
      expect(text.match(/[^\n]*\bruns?\b[^\n]*/gi) ?? []).toEqual([]);
      expect(await faultsOf(tab)).toEqual([]);
    },
    120_000,
  );

  it.each([
    ['/review', 'appeals', 'admin'],
    ['/members', 'invitations', 'admin'],
    ['/ask', 'contrasts', 'admin'],
    ['/my-calls', 'coaching-notes', 'agent'],
  ] as const)('%s does not pass off %s that cannot be read as none', async (address, what, who) => {
    const { page } = await tabOf(who);
    await page.route(`**/v1/${what}**`, (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_parameter' } }),
    );
    await page.goto(`/console${address}`);
    const said = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await said.waitFor();
    await page.unroute(`**/v1/${what}**`);
    await said.getByRole('button', { name: 'Try again' }).click();
    await said.waitFor({ state: 'detached' });
  });

  it('before one has signed in is, too', async () => {
    const tab = await openTab(names.service.url);
    for (const address of ['/console', names.invitation]) {
      await tab.page.goto(address);
      await tab.page.getByRole('button').first().waitFor();
      expect(await faultsOf(tab), address).toEqual([]);
    }
    await tab.close();
  }, 120_000);
});
