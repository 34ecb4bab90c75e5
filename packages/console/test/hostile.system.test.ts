/** Whatever a conversation holds stays text: it runs nothing, loads nothing, turns nothing around, and never stalls the page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishKit } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn } from './support/browser.ts';
import { finishedRun } from './support/example-run.ts';

let service: TestService;
let code: string;
beforeAll(async () => {
  service = await startTestService();
  const kit = {
    kit: 'hostile',
    name: '<img src=x onerror=alert(1)>',
    bricks: [
      {
        key: 'attack',
        name: '<script>alert(1)</script>',
        type: 'boolean',
        question: 'Is there a needle?',
        hints: { keywords: ['needle in the haystack'] },
      },
      { key: 'words', type: 'numeric', metric: 'word_count' },
    ],
  };
  code = (await publishKit(service, service.adminKey, kit)).kit_code;
});
afterAll(async () => {
  await service.stop();
});

const ATTACKS = [
  '<script>document.title = "owned"</script>',
  '<img src="http://127.0.0.1:9/x.png" onerror="document.title=\'owned\'">',
  '<iframe src="javascript:document.title=\'owned\'"></iframe><svg onload="document.title=\'owned\'">',
  '"><style>*{display:none}</style><base href="http://127.0.0.1:9/">{{constructor.constructor("document.title=1")()}}',
  '[click](javascript:document.title="owned") \u202eneedle in the haystack\u202c \u2066isolated',
];

it('renders markup, scripts and turned-around text inert', async () => {
  const transcript = ATTACKS.map((text, index) => ({ speaker: `<b>Speaker\u202e ${index}</b>`, text }));
  const id = await finishedRun(service, {
    kit_code: code,
    input: { transcript },
    external_id: '<svg onload=alert(1)>\u202egnp.exe',
    metadata: { '<i>key</i>': '<script>alert(1)</script>' },
  });
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, `/console/runs/${id}`);
  const { page } = tab;
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect.poll(() => conversation.textContent()).toContain(ATTACKS[0]);
  for (const attack of ATTACKS.slice(0, 4)) expect(await conversation.textContent()).toContain(attack);
  await page.getByRole('button', { name: /<script>alert\(1\)<\/script>/ }).click();
  await expect.poll(() => page.locator('mark[data-chosen="true"]').count()).toBeGreaterThan(0);
  // The characters that turn text around are named, not obeyed.
  expect(await conversation.textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(await conversation.textContent()).toContain('U+202E');
  expect(await page.locator('main :is(script, img, iframe, style, base, b, i)').count()).toBe(0);
  expect(await page.title()).toContain('Brickwork');
  expect(await seriousFindings(page)).toEqual([]);
  for (const place of ['/console/runs', '/console/kits', '/console/usage']) {
    await page.goto(place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main :is(script, img, iframe, style, base, b, i)').count()).toBe(0);
  }
  expect(tab.faults).toEqual([]);
  await tab.close();
});

it('shows five megabytes a window at a time, and finds evidence at their end', async () => {
  const filler = 'The quick brown fox jumps over the lazy dog. '.repeat(106_000);
  const transcript = `Agent: ${filler}\nCustomer: There is a needle in the haystack.`;
  expect(transcript.length).toBeGreaterThan(4_700_000);
  const id = await finishedRun(service, { kit_code: code, input: { transcript } });
  const tab = await openTab(service.url);
  await signIn(tab, service.adminKey, `/console/runs/${id}`);
  const { page } = tab;
  await page.getByRole('button', { name: /Later/ }).waitFor();
  const shown = () => page.evaluate(() => document.querySelector('main')?.textContent?.length ?? 0);
  expect(await shown()).toBeLessThan(200_000);
  await page.getByRole('button', { name: /<script>/ }).click();
  const mark = page.locator('mark[data-chosen="true"]');
  await expect.poll(() => mark.allTextContents()).toEqual([expect.stringContaining('needle in the haystack')]);
  await expect.poll(() => mark.isVisible()).toBe(true);
  expect(await shown()).toBeLessThan(200_000);
  await page.getByRole('button', { name: /Earlier/ }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByText('"word_count"').or(page.getByText(id).first()).first().waitFor();
  expect(tab.faults).toEqual([]);
  await tab.close();
}, 120_000);
