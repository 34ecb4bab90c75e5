/** From a question to its estimate, its calls and a brick; and from a filter to what sets its calls apart. */
import type { AnswerCall } from '@brickwork/server/questions/answer-call';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';

const CALLS = 24;

let service: TestService;
let tab: Tab;

/** Yes where the conversation says "rival". */
const answerCall: AnswerCall = async (work, questions) => {
  const { transcript } = JSON.parse(work.input) as { transcript: string };
  const value = String(transcript.includes('rival'));
  return {
    answers: questions.map(() => ({ state: 'sure', value, confidence: 0.9, quote: transcript.slice(10) })),
    microCredits: 0,
  };
};

beforeAll(async () => {
  service = await startTestService({}, { answerCall });
  const { kit_code } = await publishedKit(service, kitDocument('support'));
  for (let at = 0; at < CALLS; at += 1) {
    const said = at % 3 === 0 ? 'a rival of yours is cheaper' : 'the parcel came on time';
    await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: {
        kit_code,
        mode: 'sync',
        input: { transcript: `Customer: ${said}, call ${at}.` },
        metadata: { team: at % 3 === 0 ? 'Porto' : 'Faro' },
      },
    });
  }
}, 120_000);
afterAll(() => service.stop());
beforeEach(async () => {
  tab = await openTab(service.url);
});
afterEach(async () => {
  const { faults } = tab;
  await tab.close();
  expect(faults).toEqual([]);
});

describe('Ask', () => {
  it('predicts, asks, shows the interval with quotes, and makes the question a brick', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/ask');
    await page.getByRole('heading', { name: 'Ask', exact: true }).waitFor();
    await page.getByLabel('Question about one call').fill('Did anybody mention a competitor?');
    await page.getByLabel('Break down by').selectOption({ label: 'Team' });
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByText(`${CALLS} calls match`).waitFor();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL('**/console/ask/qst_*');
    await page.getByText('every call read').waitFor();
    await page.getByText('It said yes in 33 %').waitFor();
    await page.getByRole('rowheader', { name: 'Porto' }).waitFor();
    await page.getByText('a rival of yours is cheaper').first().waitFor();
    await page
      .getByText(/has not been checked|is not known yet/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByText('If you judge 12 calls (about 4 minutes), the interval narrows to about ±').waitFor();
    await page.getByRole('button', { name: 'Judge 12 calls' }).click();
    await page.getByRole('heading', { name: 'Call 1 of 12' }).waitFor();
    await page.getByRole('button', { name: 'Show the whole call' }).click();
    await page.getByRole('region', { name: 'The whole call' }).getByText('call').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Call 2 of 12' }).waitFor();
    await page.keyboard.press('u');
    for (let at = 1; at <= 12; at += 1) {
      await page.getByRole('heading', { name: `Call ${at} of 12` }).waitFor();
      const passage = await page.getByRole('region', { name: 'Judge calls' }).locator('blockquote').innerText();
      await page.keyboard.press(passage.includes('rival') ? 'y' : 'n');
    }
    await page.getByText('All of these calls have been judged').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('People judged 12 calls').waitFor();
    await page.getByText('Where they disagree, the people’s judgement counts.').waitFor();
    await page.getByRole('button', { name: 'Add to a kit…' }).click();
    await page.getByText('Save the 12 judged calls as the golden set').waitFor();
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { name: 'New backfill' }).waitFor();
    await page.getByLabel('Version').selectOption({ label: 'v2 (draft)' });
    const sets = await service.call('GET', '/v1/kits/support/golden-sets', { key: service.adminKey });
    expect(sets.body.data).toMatchObject([{ name: 'mention_competitor', lines: 12 }]);
  });

  it('makes it a brick of the kit that was asked about; without one, the person chooses', async () => {
    const { page } = tab;
    const { kit_code } = await publishedKit(service, { ...kitDocument('another'), name: 'Another' });
    const { kit_code: support } = (await service.call('GET', '/v1/kits/support/schema', { key: service.adminKey }))
      .body;
    expect(kit_code).not.toBe(support);
    const ask = async (filter: object) =>
      (
        await service.call('POST', '/v1/questions', {
          key: service.adminKey,
          body: { questions: ['Was anything late?'], engine: 'local', filter },
        })
      ).body.question_id;
    await signIn(tab, service.adminKey, `/console/ask/${await ask({ kit_code: 'support', team: 'Porto' })}`);
    await page.getByText('8 calls: Team: Porto, Kit: Review').waitFor();
    await page.getByRole('button', { name: 'Add to a kit…' }).click();
    const kit = page.getByRole('dialog').getByLabel('Kit');
    expect(await kit.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe('Review');
    await page.goto(`${service.url}/console/ask/${await ask({})}`);
    await page.getByRole('button', { name: 'Add to a kit…' }).click();
    const create = page.getByRole('button', { name: 'Create the draft' });
    expect(await create.isDisabled()).toBe(true);
    await kit.selectOption({ label: 'Another' });
    expect(await create.isEnabled()).toBe(true);
  });

  it('says what to choose where a question is refused for want of a kind of answer', async () => {
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/ask');
    await page.getByLabel('Question about one call').fill('What is our average handling time?');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByText('To ask it anyway, choose its kind of answer above.').waitFor();
    tab.faults.length = 0;
    await page.getByLabel('Kind of answer').selectOption({ label: 'A number' });
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByText(`${CALLS} calls match`).waitFor();
  });

  it('finds what the calls of a filter talk about, and leads to them', async () => {
    const { page } = tab;
    const { body } = await service.call('POST', '/v1/contrasts', {
      key: service.adminKey,
      body: { filter: { team: 'Porto' } },
    });
    await signIn(tab, service.adminKey, `/console/reasons/${body.contrast_id}`);
    await page
      .getByRole('rowheader', { name: /cheaper|rival/ })
      .first()
      .waitFor({ timeout: 40_000 });
    await page.getByText('About one phrase in twenty is chance.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole('rowheader', { name: /cheaper|rival/ })
      .first()
      .getByRole('link')
      .click();
    await page.waitForURL(/\/console\/runs\?.*team.*words=/);
    await page
      .getByRole('link', { name: /./ })
      .filter({ hasText: /run_|call|Customer/ })
      .first()
      .waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: /^call 1 with/ })
      .first()
      .click();
    await page.waitForURL('**/console/runs/run_*');
  });
});
