/** The main path of every page beside the runs, the way a person takes it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { wordDocument } from '../../../test/support/word-document.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { finishedRun, publishExample, readExample } from './support/example-run.ts';

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
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

/** A workspace of its own with an admin key. */
async function freshKey(name: string): Promise<string> {
  return service.key(await service.workspace(name));
}

describe('the first steps', () => {
  it('lead from nothing to an evaluated conversation with one click', async () => {
    await signIn(tab, await freshKey('first-steps'));
    await tab.page.getByRole('heading', { name: 'Get started' }).waitFor();
    await tab.page.getByLabel('Kit').selectOption('email-triage');
    await tab.page.getByRole('button', { name: 'Evaluate this conversation' }).click();
    await tab.page.waitForURL('**/console/runs/run_*');
    await expect.poll(() => tab.page.locator('mark').count()).toBeGreaterThan(0);
  });
});

describe('the playground', () => {
  it('asks who is who, and evaluates again with the answer', async () => {
    const key = await freshKey('who-is-who');
    await publishExample(service, 'churn-risk', key);
    await signIn(tab, key, '/console/playground');
    const { page } = tab;
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Lena: Hi there.\nTom: Hello.\nLena: Fine.\n');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByLabel('Side of Lena').selectOption('agent');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Run with these sides' }).click();
    await page.getByText('customer (100 % sure)').waitFor({ state: 'attached' });
    const { body } = await service.call('GET', '/v1/runs?type=sandbox', { key });
    const { body: run } = await service.call('GET', `/v1/runs/${body.data[0].run_id}?include=input`, { key });
    expect(run.input.speakers).toEqual({ Lena: 'agent' });
  });

  it('evaluates what is pasted, with the kit that is chosen', async () => {
    const key = await freshKey('playground');
    await publishExample(service, 'churn-risk', key);
    await signIn(tab, key, '/console/playground');
    const { page } = tab;
    await page
      .getByRole('textbox', { name: 'Conversation' })
      .fill(readExample('churn-risk/conversations/price-cancel.txt'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: 'What was found' }).waitFor();
    await expect.poll(() => page.locator('mark').count()).toBeGreaterThan(0);
    const { body } = await service.call('GET', '/v1/runs?type=sandbox', { key });
    expect(body.data).toMatchObject([{ type: 'sandbox', status: 'succeeded' }]);
  });

  it('takes a file in any format, dropped or opened', async () => {
    const key = await freshKey('files');
    await publishExample(service, 'sales-discovery', key);
    await signIn(tab, key, '/console/playground');
    const { page } = tab;
    await page.getByLabel('Conversation file').setInputFiles({
      name: 'call.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from(readExample('sales-discovery/conversations/switching.vtt')),
    });
    const area = page.getByRole('textbox', { name: 'Conversation' });
    await expect.poll(() => area.inputValue()).toContain('WEBVTT');
    // Keys do not wait, as a click would, until the kit is there too.
    await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true);
    await area.press('Control+Enter');
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('vtt', { exact: true }).waitFor();
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['[{"speaker":"Ann","text":"Dropped."}]'], 'turns.json'));
      return data;
    });
    await area.dispatchEvent('drop', { dataTransfer: dropped });
    await expect.poll(() => area.inputValue()).toContain('Dropped.');
    await page.getByLabel('Conversation file').setInputFiles({
      name: 'meeting.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: Buffer.from(wordDocument(['<w:p><w:r><w:t>Ann: We need new phones.</w:t></w:r></w:p>']), 'base64'),
    });
    await page.getByText(/^A Word document of .*, ready to run\.$/).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('docx', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('edits a draft with completion and faults on their lines, and compares it with the live version', async () => {
    const key = await freshKey('drafts');
    await publishExample(service, 'churn-risk', key);
    await signIn(tab, key, '/console/playground');
    const { page } = tab;
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Customer: I want to cancel. It is too expensive.');
    await page.getByRole('button', { name: 'Edit as a draft' }).click();
    const editor = page.getByLabel('Kit as YAML');
    await editor.fill('kit: churn_risk\nbricks:\n  - key: leaving\n    type: ');
    await editor.press('End');
    await editor.press('Control+Space');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await expect.poll(() => options.allTextContents()).toEqual(['numeric', 'boolean', 'categorical', 'text']);
    expect(await seriousFindings(page)).toEqual([]);
    await editor.press('ArrowDown');
    await editor.press('Enter');
    await editor.press('Enter');
    await editor.pressSequentially('tru');
    await expect.poll(() => options.first().textContent()).toContain('true_when');
    await editor.press('Tab');
    await editor.pressSequentially('They say so.');
    await expect.poll(() => editor.inputValue()).toContain('    type: boolean\n    true_when: They say so.');
    await editor.press('Enter');
    await editor.pressSequentially('colour: red');
    await page
      .getByText('Line 6: colour colour is not a known field')
      .or(page.getByText(/Line 6: .*not a known field/))
      .waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    const text = 'kit: churn_risk\nbricks:\n  - key: leaving\n    type: boolean\n    question: Do they leave?\n';
    await editor.fill(`${text}    hints: { keywords: [cancel] }\n`);
    await page.getByText('No errors').waitFor();
    await page.getByLabel('Compare with').selectOption('1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: 'Side by side' }).waitFor();
    await page.getByRole('link', { name: 'Version 2' }).waitFor();
    expect(await page.getByRole('row', { name: /^leaving/ }).textContent()).toContain('not asked');
    expect(await seriousFindings(page)).toEqual([]);
    // Published where it was run, with one click.
    await page.getByLabel('Compare with').selectOption('');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Publish v2' }).click();
    await page.getByText('v2 is live: new runs use it.').waitFor();
  });

  it('puts the faults that only the service knows on their lines', async () => {
    const key = await freshKey('refused');
    await publishExample(service, 'churn-risk', key);
    await signIn(tab, key, '/console/playground');
    await tab.page.getByRole('textbox', { name: 'Conversation' }).fill('Customer: Hello.');
    await tab.page.getByRole('button', { name: 'Edit as a draft' }).click();
    const twice = '  - { key: same, type: boolean, question: Is it? }\n';
    await tab.page.getByLabel('Kit as YAML').fill(`kit: churn_risk\nbricks:\n${twice}${twice}`);
    await tab.page.getByText('No errors').waitFor();
    await tab.page.getByRole('button', { name: 'Run', exact: true }).click();
    await tab.page.getByText(/^Line 4: bricks\[1\]/).waitFor();
  });

  it('begins from a run', async () => {
    const key = await freshKey('again');
    const { kit_code } = await publishExample(service, 'churn-risk', key);
    const id = await finishedRun(service, { kit_code, input: { transcript: 'Customer: Once more.' } }, key);
    await signIn(tab, key, `/console/runs/${id}`);
    await tab.page.getByRole('link', { name: 'Open in playground' }).click();
    await expect
      .poll(() => tab.page.getByRole('textbox', { name: 'Conversation' }).inputValue())
      .toBe('Customer: Once more.');
  });
});

describe('the kits', () => {
  it('show versions, what a change breaks, and go live only after a question', async () => {
    const key = await freshKey('kits');
    const { kit_id } = await publishExample(service, 'churn-risk', key);
    const document = parse(readExample('churn-risk/kit.yaml'));
    const [removed, ...bricks] = document.bricks;
    await service.call('POST', '/v1/kits', { key, body: { ...document, bricks } });
    await signIn(tab, key, '/console/kits');
    const { page } = tab;
    await page.getByText('v2 draft').waitFor();
    await page.getByRole('link', { name: document.name }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare with live' }).click();
    await page.getByText('Breaks consumers:').waitFor();
    expect(await page.getByRole('region', { name: 'Changes as text' }).textContent()).toContain(`− `);
    await page.getByText(removed.key, { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByText('This breaks consumers of the output').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Roll back…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('button', { name: 'Publish…' }).waitFor();
    const { body } = await service.call('GET', `/v1/kits/${kit_id}/versions`, { key });
    expect(body.data.map(({ live }: { live: boolean }) => live)).toEqual([false, true]);
  });

  it('show the schema and the types of their output', async () => {
    const key = await freshKey('types');
    const { kit_id } = await publishExample(service, 'churn-risk', key);
    await signIn(tab, key, `/console/kits/${kit_id}`);
    await tab.page.getByRole('tab', { name: 'Types' }).click();
    await tab.page.getByText('export interface ChurnRiskOutput').waitFor();
    await tab.page.getByRole('tab', { name: 'Output schema' }).click();
    const schema = await tab.page.getByRole('region', { name: 'JSON Schema of the output' }).textContent();
    expect(JSON.parse(schema ?? '')).toMatchObject({
      type: 'object',
      required: ['kit_code', 'kit_version_id', 'bricks'],
    });
  });
});

describe('usage', () => {
  it('is empty, then counts runs by day and kit, beside the limits of the plan', async () => {
    const key = await service.key(await service.workspace('usage', 'team'));
    await signIn(tab, key, '/console/usage');
    await tab.page.getByText('Nothing in this period').waitFor();
    await tab.page.getByText('600 a minute').waitFor();
    const { kit_code } = await publishExample(service, 'churn-risk', key);
    for (const name of ['one', 'two'])
      await finishedRun(service, { kit_code, input: { transcript: `Customer: ${name}` }, external_id: name }, key);
    await expect
      .poll(
        async () => {
          await tab.page.reload();
          await tab.page.getByRole('heading', { name: 'Usage' }).waitFor();
          await tab.page.getByRole('heading', { name: /Limits/ }).waitFor();
          return (await tab.page.locator('main').textContent())?.includes('2 succeeded');
        },
        { timeout: 45_000, interval: 500 },
      )
      .toBe(true);
    await tab.page.getByRole('row', { name: /Churn risk/ }).waitFor();
  });
});

describe('the keys', () => {
  it('are shown once, carry a role, and are revoked after a question', async () => {
    await signIn(tab, service.adminKey, '/console/keys');
    const { page } = tab;
    await page.getByText('this session').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('crm sync');
    await page.getByLabel('Role').selectOption('viewer');
    await page.getByLabel('Expires').selectOption('30');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = (await page.getByRole('region', { name: 'Your new key' }).textContent()) ?? '';
    expect((await service.call('GET', '/v1/me', { key: secret })).body.role).toBe('viewer');
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'crm sync' });
    expect(await row.textContent()).toContain('expires');
    expect(await page.content()).not.toContain(secret);
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked', { exact: true }).waitFor();
    expect((await service.call('GET', '/v1/me', { key: secret })).status).toBe(401);
  });

  it('that stop working end the session', async () => {
    const key = await service.key(service.workspaceId, 'live', 'admin');
    await signIn(tab, key, '/console/kits');
    const { key_id } = (await service.call('GET', '/v1/me', { key })).body;
    await service.call('DELETE', `/v1/keys/${key_id}`, { key: service.adminKey });
    // The page may notice by itself before, and then there is no link to click.
    const runs = tab.page.getByRole('link', { name: 'Runs' });
    await runs.click({ timeout: 15_000 }).catch(() => undefined);
    await tab.page.getByText('Your session has ended').waitFor();
    await tab.page.getByLabel('API key').waitFor();
  });
});
