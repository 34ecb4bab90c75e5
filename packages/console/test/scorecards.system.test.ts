/** The scorecard form, the review of lists, and conditions in the editor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab, type TabOptions } from './support/browser.ts';
import { finishedRun } from './support/example-run.ts';

/** Answered from its keywords alone, so that the form shows the same on every machine. */
const KIT = {
  kit: 'refund_calls',
  name: 'Refund calls',
  engine: 'lexical',
  bricks: [
    {
      key: 'contact_reason',
      name: 'Contact reason',
      type: 'categorical',
      question: 'Why does the customer call?',
      categories: [
        { value: 'refund', description: 'Money back.', hints: { keywords: ['refund', 'money back'] } },
        { value: 'billing', description: 'An invoice.', hints: { keywords: ['invoice', 'bill'] } },
      ],
    },
    {
      key: 'greeted',
      name: 'Greeting',
      section: 'Opening',
      type: 'boolean',
      question: 'Did the agent greet the customer?',
      speaker: 'agent',
      good: true,
      hints: { keywords: ['good morning', 'how can I help'] },
    },
    {
      key: 'polite',
      name: 'Politeness',
      section: 'Opening',
      type: 'boolean',
      question: 'Was the agent polite?',
      abstain_below: 1,
      hints: { keywords: ['thank you'] },
    },
    {
      key: 'policy_read',
      name: 'Refund policy',
      section: 'Refund',
      type: 'boolean',
      question: 'Did the agent explain the refund policy?',
      applies_when: { brick: 'contact_reason', is: 'refund' },
      good: true,
      hints: { keywords: ['refund policy', 'original packaging'] },
    },
    {
      key: 'threats',
      name: 'Threats',
      type: 'boolean',
      question: 'Did the agent threaten the customer?',
      speaker: 'agent',
      good: false,
      hints: { keywords: ['you will regret', 'or else'] },
    },
    {
      key: 'topics',
      name: 'Topics',
      type: 'categorical',
      many: true,
      question: 'Which topics came up?',
      categories: [
        { value: 'invoice', name: 'Invoice', description: 'Invoices.', hints: { keywords: ['invoice'] } },
        { value: 'parcel', name: 'Parcel', description: 'Parcels.', hints: { keywords: ['parcel'] } },
        { value: 'account', name: 'Account', description: 'Accounts.', hints: { keywords: ['password'] } },
      ],
    },
    {
      key: 'total',
      name: 'Total',
      type: 'numeric',
      good: 'high',
      score: {
        items: [
          { brick: 'greeted', is: true, points: 10 },
          { brick: 'polite', is: true, points: 40 },
          { brick: 'policy_read', is: true, points: 30 },
          { brick: 'contact_reason', points: 10, credit: { refund: 1, billing: 0.5 } },
        ],
        fail_if: [{ brick: 'threats', is: true }],
      },
    },
  ],
};
const BILLING =
  'Agent: Good morning, how can I help?\nCustomer: I have a question about my invoice. The bill is wrong.\nAgent: I will correct the invoice.\n';
const THREAT =
  'Agent: Good morning, how can I help?\nCustomer: I want my money back, a refund.\nAgent: Our refund policy says no. Pay, or else you will regret it.\n';

let service: TestService;
let billing: string;
let threat: string;
beforeAll(async () => {
  service = await startTestService();
  const { kit_code } = await publishKit(service, service.adminKey, KIT);
  billing = await finishedRun(service, { kit_code, input: { transcript: BILLING } });
  threat = await finishedRun(service, { kit_code, input: { transcript: THREAT } });
});
afterAll(async () => {
  await service.stop();
});

async function inTab(options: TabOptions, path: string, work: (tab: Tab) => Promise<void>): Promise<void> {
  const tab = await openTab(service.url, options);
  await signIn(tab, service.adminKey, path);
  await work(tab);
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
}

describe('the form of a scorecard', () => {
  it.each([
    { width: 1_440, colours: 'light' },
    { width: 390, colours: 'dark' },
  ] as const)('shows sections, answers and points at $width px, $colours', async ({ width, colours }) => {
    await inTab({ width, colours }, `/console/runs/${billing}`, async ({ page }) => {
      await page.getByRole('tab', { name: 'Scorecard' }).click();
      const form = page.getByRole('region', { name: 'Total' });
      await expect.poll(() => form.getByRole('heading').textContent()).toMatch(/^Total75 \/ 100/);
      const opening = form.getByRole('table', { name: 'Opening' });
      expect(await opening.getByRole('row', { name: /Greeting/ }).textContent()).toMatch(/Yes.*10 \/ 10/);
      expect(await opening.getByRole('row', { name: /Politeness/ }).textContent()).toMatch(
        /not sure.*this kit requires 100 %.*not counted/i,
      );
      await form.getByText('1 of 4 lines is not counted, because the answer is not sure.').waitFor();
      const refund = form.getByRole('table', { name: 'Refund' });
      expect(await refund.getByRole('row', { name: /Refund policy/ }).textContent()).toMatch(
        /does not apply.*not counted/,
      );
      const questions = form.getByRole('table', { name: 'Questions' });
      expect(await questions.getByRole('row', { name: /Contact reason/ }).allTextContents()).toEqual([
        expect.stringMatching(/refund 100 %, billing 50 %.*5 \/ 10$/),
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await seriousFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Greeting' }).click();
      await expect.poll(() => page.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected')).toBe('true');
    });
  });

  it('says what failed the score', async () => {
    await inTab({ width: 390 }, `/console/runs/${threat}`, async ({ page }) => {
      await page.getByRole('tab', { name: 'Scorecard' }).click();
      await page.getByText('Failed because of Threats.').waitFor();
      expect(await page.getByRole('region', { name: 'Total' }).getByRole('heading').textContent()).toContain('0 / 100');
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
});

describe('a correction', () => {
  it('shows at once what it changes: the answer, and the score that rests on it', async () => {
    await inTab({}, `/console/runs/${threat}`, async ({ page }) => {
      await page.getByRole('tab', { name: 'Review' }).click();
      const threats = page.getByRole('listitem').filter({ hasText: 'Did the agent threaten' });
      await threats.getByRole('button').first().click();
      await page.keyboard.press('2');
      await page.keyboard.press('Enter');
      await page.getByText('1 of 7 answers · saved').waitFor();
      const changes = page.getByRole('region', { name: 'As reviewed' });
      await expect
        .poll(() => changes.textContent())
        .toMatch(/Threats:Yes.*No.*corrected.*Total:0.*follows from a correction/);
      await page.getByRole('tab', { name: 'Scorecard' }).click();
      const form = page.getByRole('region', { name: 'Total' });
      await form.getByText('As reviewed; the kit’s own answers gave').waitFor();
      expect(await form.textContent()).not.toContain('Failed because of');
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
});

describe('the review of a list', () => {
  it('puts entries in and takes them out with digits', async () => {
    await inTab({}, `/console/runs/${billing}`, async ({ page }) => {
      await page.getByRole('tab', { name: 'Review' }).click();
      const topics = page.getByRole('listitem').filter({ hasText: 'Which topics came up?' });
      await topics.getByRole('button').first().click();
      const pressed = () => topics.locator('fieldset button[aria-pressed="true"]').allTextContents();
      await expect.poll(pressed).toEqual([expect.stringContaining('Invoice')]);
      await page.keyboard.press('3');
      await expect
        .poll(pressed)
        .toEqual([
          expect.stringContaining('Wrong'),
          expect.stringContaining('Invoice'),
          expect.stringContaining('Account'),
        ]);
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await page.getByText('1 of 7 answers · saved').waitFor();
      const { body } = await service.call('GET', '/v1/reviews?brick=topics', { key: service.adminKey });
      expect(body.data).toMatchObject([{ brick: 'topics', verdict: 'wrong', value: ['account'], answer: ['invoice'] }]);
    });
  });
});

describe('the editor', () => {
  it('completes conditions with the bricks of the kit and their values', async () => {
    await inTab({}, '/console/playground', async ({ page }) => {
      await page.getByRole('button', { name: 'Edit as a draft' }).click();
      const editor = page.getByLabel('Kit as YAML');
      await editor.fill(
        'kit: refund_calls\nbricks:\n  - { key: greeted, type: boolean, question: Greeted? }\n  - key: policy\n    type: boolean\n    applies_when: { br',
      );
      await editor.press('End');
      await editor.press('Control+Space');
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
      // Before the list is there, Enter would begin a line.
      await expect.poll(() => options.count()).toBeGreaterThan(0);
      await editor.press('Enter');
      await expect.poll(() => editor.inputValue()).toContain('brick');
      await editor.press('Control+Space');
      await expect.poll(() => options.allTextContents()).toEqual(['greeted']);
      await editor.press('Enter');
      await editor.pressSequentially(', is: t');
      await expect.poll(() => options.allTextContents()).toEqual(['true']);
      await editor.press('Enter');
      await expect.poll(() => editor.inputValue()).toContain('applies_when: { brick: greeted, is: true');
    });
  });
});
