/** Reviewing with the keyboard alone, from the queue to the figures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';
import { finishedRun, publishExample, readExample } from './support/example-run.ts';

let service: TestService;
let kit: { kit_id: string; kit_code: string };
beforeAll(async () => {
  service = await startTestService();
  kit = await publishExample(service, 'support-qa');
  await service.call('PUT', `/v1/kits/${kit.kit_id}/review-policy`, {
    key: service.adminKey,
    body: { random: 1, second_review: 0 },
  });
  const transcript = readExample('support-qa/conversations/refund-solved.txt');
  for (let count = 1; count <= 5; count += 1)
    await finishedRun(service, { kit_code: kit.kit_code, input: { transcript }, external_id: `call-${count}` });
});
afterAll(async () => {
  await service.stop();
});

describe('a policy', () => {
  it('says how many it draws a day while it is edited, and draws past calls when it is saved', async () => {
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/review');
    await page.getByRole('button', { name: 'Policy' }).click();
    await page.getByText('5 of the 5 calls of the last four weeks (5 at random)').waitFor();
    await page.getByLabel('Random share, %').fill('0');
    await page.getByText('About 0 a day: 0 of the 5 calls').waitFor();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Rule 1: what').selectOption({ label: 'Greeted and gave their name' });
    await page.getByLabel('Rule 1: value').selectOption('true');
    await page.getByText(/5 by a rule|0 of the 5/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Random share, %').fill('100');
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    await page.getByLabel('Past calls since').fill('2026-01-01');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('5 open').waitFor();
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});

describe('reviewing', () => {
  it('takes five runs with keys only, and the quality tab shows what came of it', async () => {
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, await service.key(service.workspaceId, 'live', 'reviewer'), '/console/review');
    const start = page.getByRole('button', { name: /^Review / });
    await start.waitFor();
    await expect.poll(() => start.isEnabled()).toBe(true);
    expect(await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Agents',
      'Calls',
      'Recordings',
      'Review',
      'Ask',
      'Kits',
      'Alerts',
      'Backfills',
      'Settings',
    ]);
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await page.evaluate(() => document.activeElement?.textContent ?? '')).startsWith('Review S')) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const seen = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      await expect
        .poll(() => /runs\/(run_\w+)/.exec(page.url())?.[1], { timeout: 45_000 })
        .toSatisfy((id: string | undefined) => id !== undefined && !seen.has(id));
      seen.add(/runs\/(run_\w+)/.exec(page.url())?.[1] ?? '');
      const answers = page.getByRole('list', { name: 'Answers to review' });
      await answers.getByRole('listitem').first().waitFor();
      await page.keyboard.press('y');
      // Wrong, with a note; then on to the next brick and back.
      await page.keyboard.press('x');
      await page.keyboard.press('m');
      await page.keyboard.type('Not in this call.');
      await page.keyboard.press('Enter');
      await page.keyboard.press('j');
      await page.keyboard.press('u');
      if (count === 0) {
        await expect.poll(() => page.getByText(/^3 of \d+ answers/).count()).toBe(1);
        expect(await seriousFindings(page)).toEqual([]);
      }
      await page.keyboard.press('Enter');
    }
    await page.getByText(/Nothing is left to review/).waitFor();
    expect(tab.faults).toEqual([]);
    const { body } = await service.call('GET', '/v1/reviews?limit=100', { key: service.adminKey });
    expect(new Set(body.data.map(({ run_id }: { run_id: string }) => run_id))).toEqual(seen);
    expect(body.data).toHaveLength(15);
    expect(body.data.filter(({ note }: { note?: string }) => note === 'Not in this call.')).toHaveLength(5);
    await page.goto(`/console/kits/${kit.kit_id}`);
    await page.getByRole('tab', { name: 'Quality' }).click();
    await page.getByText('100 %').first().waitFor();
    await page.getByRole('button', { name: 'Greeted and gave their name' }).first().click();
    await page.getByRole('figure').first().waitFor();
    await page.getByRole('button', { name: 'Show estimate' }).click();
    await page
      .getByText(/^Based on the last 5 runs and \d+ reviewed answers, aiming for 95 % of kept answers to be right\.$/)
      .waitFor();
    await page.getByRole('region', { name: 'Kept answers by brick' }).waitFor();
    await page.getByRole('button', { name: 'Queue the least sure calls' }).click();
    await page.getByText('Every call is already reviewed or in the queue.').waitFor();
    await page.getByLabel('Compare by').selectOption('version');
    await page.getByRole('table', { name: 'Accuracy by version' }).getByRole('rowheader', { name: 'v1' }).waitFor();
    await page.getByLabel('Compare by').selectOption('team');
    await page.getByRole('table', { name: 'Accuracy by team' }).getByRole('rowheader', { name: '(none)' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // The choices are in the address, and filters are those of the list of runs.
    const address = new URL(page.url());
    expect(address.searchParams.get('by')).toBe('team');
    address.searchParams.set('where', 'team=Porto');
    await page.goto(address.href);
    await page.getByText('None of these calls has been reviewed').waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('table', { name: 'Accuracy by team' }).waitFor();
    for (let count = 0; count < 2; count += 1) {
      await service.call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/reviewed`, {
        key: service.adminKey,
        body: { from_reviews: {} },
      });
      await service.call('POST', `/v1/kits/${kit.kit_id}/evaluations`, {
        key: service.adminKey,
        body: { set: 'reviewed', engine: 'local' },
      });
    }
    await page.getByRole('tab', { name: 'Evaluations' }).click();
    await page.getByRole('list', { name: 'Golden sets' }).getByText('reviewed').waitFor();
    await expect.poll(() => page.getByText('succeeded').count(), { timeout: 45_000 }).toBe(2);
    await page.getByRole('button', { name: 'v1' }).first().click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .getByText(/0 now right, 0 now wrong/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});

describe('a calibration session', () => {
  it('hides what others say until one has answered, and then shows where people differ', async () => {
    const { body } = await service.call('POST', `/v1/kits/${kit.kit_id}/calibrations`, {
      key: service.adminKey,
      body: { name: 'Two calls', run_ids: await newestRuns(2) },
    });
    const path = `/v1/calibrations/${body.calibration_id}`;
    const { runs } = (await service.call('GET', path, { key: service.adminKey })).body;
    for (const { run_id } of runs)
      await service.call('POST', `/v1/runs/${run_id}/reviews`, {
        key: service.adminKey,
        body: [{ brick: 'greeted', verdict: 'unsure', note: 'What I think.' }],
      });
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, await service.key(service.workspaceId, 'live', 'reviewer'), '/console/review');
    await page.getByRole('button', { name: 'Calibrate' }).click();
    await page.getByRole('link', { name: 'Two calls' }).click();
    await page.getByText('2 of 2 calls left').waitFor();
    await page.getByRole('link', { name: 'Begin' }).click();
    for (const { run_id } of runs) {
      await page.waitForURL(`**/runs/${run_id}**`);
      const greeted = page.locator('#review-greeted');
      await greeted.getByRole('button').first().click();
      await greeted.getByRole('button', { name: 'Right' }).click();
      expect(await page.getByText('Others say').count()).toBe(0);
      await page.getByRole('button', { name: 'Save and next call' }).click();
    }
    await page.getByText('Where you differ (2)').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Somebody else has started it.
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  it('is deleted by whoever started it', async () => {
    const { body } = await service.call('POST', `/v1/kits/${kit.kit_id}/calibrations`, {
      key: service.adminKey,
      body: { name: 'A mistake', run_ids: await newestRuns(2) },
    });
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, service.adminKey, `/console/calibrations/${body.calibration_id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the session' }).click();
    await page.waitForURL('**/review');
    await page.getByRole('button', { name: 'Calibrate' }).click();
    await page.getByRole('list', { name: 'Calibration sessions' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('link', { name: 'A mistake' }).count()).toBe(0);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});

async function newestRuns(count: number): Promise<string[]> {
  const { body } = await service.call('GET', `/v1/runs?limit=${count}`, { key: service.adminKey });
  return body.data.map(({ run_id }: { run_id: string }) => run_id);
}

// Other kits, which the tests above do not expect on their pages.

describe('a kit without any call', () => {
  it('is not said to be finished', async () => {
    await publishExample(service, 'sales-discovery');
    const tab = await openTab(service.url);
    await signIn(tab, service.adminKey, '/console/review');
    await tab.page.getByRole('button', { name: 'Review 10 calls Sales discovery' }).click();
    await tab.page.getByText('Sales discovery (MEDDIC) has no calls yet.').waitFor();
    expect(await tab.page.getByText('Thank you.').count()).toBe(0);
    await tab.close();
  });
});

describe('a version that does not pass its gate', () => {
  it('is not published; the evaluations are one click away, and publishing it anyway another', async () => {
    const document = {
      kit: 'gated',
      gate: { set: 'regression', min: { solved: 0.9 } },
      bricks: [{ key: 'solved', type: 'boolean', question: 'Was it solved?' }],
    };
    const { body } = await service.call('POST', '/v1/kits', { key: service.adminKey, body: document });
    const lines = [{ input: { transcript: 'Customer: It works now, thank you.' }, expected: { solved: true } }];
    await service.call('PUT', '/v1/kits/gated/golden-sets/regression', { key: service.adminKey, body: { lines } });
    const tab = await openTab(service.url);
    const { page } = tab;
    await signIn(tab, service.adminKey, `/console/kits/${body.kit_id}?tab=versions`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('This version does not pass the gate of its kit').waitFor();
    await page.getByRole('link', { name: 'Go to evaluations' }).waitFor();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('live', { exact: true }).first().waitFor();
    await tab.close();
  });
});
