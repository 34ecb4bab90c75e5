/** From a filtered list to a backfill: estimated, started, watched, cancelled, compared, and followed to the runs that changed. */
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { toldRun } from '../../../test/support/told-evaluator.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

const RUNS = 24;

let service: TestService;
let tab: Tab;
let kit: { kit_id: string; kit_code: string };
/** Runs of a backfill wait while it is closed. */
let gate: Promise<void> = Promise.resolve();
let open: () => void = () => {};

/** New runs are solved and score 8; asked again, those of emea are not, and score 3. Each costs half a credit. */
async function evaluate(work: RunWork, signal: AbortSignal) {
  const isAgain = work.type === 'backfill';
  if (isAgain)
    await Promise.race([
      gate,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    ]);
  const { tell } = JSON.parse(work.input) as { tell: { isEmea: boolean } };
  const isSolved = !(isAgain && tell.isEmea);
  const bricks = {
    score: { value: isSolved ? 8 : 3, confidence: 0.9 },
    solved: { value: isSolved, confidence: 0.9 },
    mood: { value: 'good' },
  };
  const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks };
  return { output, warnings: [], usage: { ...NO_USAGE, engine: 'local', calls: 1, microCredits: 500_000 } };
}

beforeAll(async () => {
  service = await startTestService({}, { evaluate });
  kit = await publishedKit(service, kitDocument('review'));
  await Promise.all(
    Array.from({ length: RUNS }, (_, index) => {
      const isEmea = index % 2 === 0;
      return toldRun(
        service,
        service.adminKey,
        kit.kit_code,
        { isEmea },
        {
          metadata: { team: isEmea ? 'emea' : 'apac' },
          external_id: `call-${index}`,
        },
      );
    }),
  );
  await push(service, kitDocument('review', { description: 'Second version.' }));
}, 120_000);
afterAll(async () => {
  open();
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

describe('a backfill', () => {
  it('starts from a filtered list, after an estimate, and compares what changed', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/runs?where=metadata.team%3Deq%253Aemea');
    await page.getByText('team is emea').waitFor();
    await page.getByRole('link', { name: 'Evaluate these again' }).click();
    await page.getByRole('heading', { name: 'New backfill' }).waitFor();
    await page.getByText('team is emea').waitFor();
    await page.getByLabel('Version').selectOption({ label: 'v2 (draft)' });
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByRole('button', { name: 'Evaluate 12 runs again' }).waitFor();
    // Another form needs another estimate.
    await page.getByLabel('Maximum number of runs').fill('5');
    await page.getByText('The form has changed').waitFor();
    await page.getByLabel('Maximum number of runs').fill('');
    await page.getByLabel('Maximum cost (credits)').fill('100');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Evaluate 12 runs again' }).click();

    await page.getByRole('heading', { name: 'Review: past runs with v2' }).waitFor();
    await page.getByText('done', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Comparison of 12 runs', exact: true }).waitFor();
    await page.getByText('12 of 12 runs').waitFor();
    await page.getByText('team is emea').waitFor();
    const table = page.getByRole('table', { name: /^Answers of solved, before and after/ });
    const yes = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Yes' }) });
    await yes.getByRole('cell', { name: /^100 %/ }).waitFor();
    await yes.getByRole('cell', { name: /^−100\.0/ }).waitFor();
    const mean = (name: string) => page.locator('dl > div').filter({ hasText: name });
    await mean('Mean before').getByText('8', { exact: true }).waitFor();
    await mean('Mean difference').getByText(/^−5/).waitFor();
    const unchanged = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Unchanged' }) });
    expect((await unchanged.getByRole('listitem').allInnerTexts()).length).toBeGreaterThan(0);
    await unchanged.getByText('Same answer in all 12 runs').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    // With the keyboard: to a run that changed, and from it to the original one.
    const flips = page.getByRole('list', { name: 'Runs whose solved changed' });
    expect(await flips.getByRole('listitem').count()).toBe(10);
    await flips
      .getByRole('link', { name: /^Run after/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByText('evaluated again from').waitFor();
    await page.getByRole('link', { name: 'the original run' }).click();
    await page.getByText('evaluated again from').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('link', { name: 'a backfill' }).click();
    await page.getByRole('link', { name: 'Show the new runs' }).click();
    await page.getByText('Only the runs of').waitFor();
    await page.getByText('12 of 12', { exact: true }).waitFor();
  }, 120_000);

  it('follows live runs in a live trial, from the page of its kit', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, `/console/kits/${kit.kit_id}?tab=shadow`);
    await page.getByLabel('Share of live runs (percent)').fill('100');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start the live trial' }).click();
    await page.getByRole('heading', { name: 'v2 on 100 % of live runs' }).waitFor();
    await toldRun(service, service.adminKey, kit.kit_code, { isEmea: true });
    await page.getByText(/: 1 runs?, 1 succeeded/).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Comparison' }).click();
    await page.getByRole('heading', { name: 'Review: live trial with v2' }).waitFor();
    await page.getByRole('list', { name: 'Runs whose solved changed' }).waitFor({ timeout: 60_000 });
    await page.goBack();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('cancelled', { exact: true }).waitFor();
  }, 150_000);

  it('shows its progress, and is cancelled; on a narrow screen in dark colours, too', async () => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const narrow = await openTab(service.url, { width: 390, height: 844, colours: 'dark' });
    const { page } = narrow;
    await signIn(narrow, service.adminKey, '/console/new-backfill');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByLabel('Maximum cost (credits)').fill('100');
    await page.getByRole('button', { name: /^Evaluate \d+ runs again$/ }).click();
    await page.getByText('Nothing to compare yet').waitFor();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('cancelled', { exact: true }).waitFor();
    await page.getByRole('link', { name: '← Backfills' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Review with v2' }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(narrow.faults).toEqual([]);
    await narrow.close();
  }, 120_000);
});
