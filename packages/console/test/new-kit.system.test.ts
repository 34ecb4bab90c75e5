/** A kit without writing YAML: from questions in plain words, from a template, blank; form and YAML always in step. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { publishExample, readExample } from './support/example-run.ts';

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

const freshKey = async (name: string) => service.key(await service.workspace(name));
const yamlOf = async () => parse(await tab.page.getByLabel('Kit as YAML').inputValue());

describe('a new kit', () => {
  it('is made of questions in plain words, run, and published where it was run', async () => {
    const key = await freshKey('plain-words');
    await signIn(tab, key, '/console/usage');
    const { page } = tab;
    await page.getByRole('link', { name: 'New kit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Refund calls');
    const box = page.getByLabel('Add questions in plain words');
    await page.getByRole('button', { name: 'Create the kit' }).click();
    await page.getByText('Type at least one question.').waitFor();
    await box.fill(
      'Did the agent apologise?\nHow many orders are mentioned?\nWhat was it about: refund, delivery, other?\n',
    );
    await box.pressSequentially('How many calls ask for a refund?\n');
    await page.getByText('asks about all calls at once').waitFor();
    await box.fill('');
    expect(await yamlOf()).toEqual({
      kit: 'refund_calls',
      name: 'Refund calls',
      bricks: [
        {
          key: 'apologise',
          name: 'Did the agent apologise?',
          question: 'Did the agent apologise?',
          type: 'boolean',
        },
        {
          key: 'many_orders_mentioned',
          name: 'How many orders are mentioned?',
          type: 'numeric',
          question: 'How many orders are mentioned?',
          min: 0,
          max: 1_000,
          absent: null,
        },
        {
          key: 'about_refund_delivery_other',
          name: 'What was it about: refund, delivery, other?',
          type: 'categorical',
          question: 'What was it about: refund, delivery, other?',
          categories: [{ value: 'refund' }, { value: 'delivery' }, { value: 'other' }],
        },
      ],
    });
    // The last line is taken when the field is left, be it by the button.
    await box.fill('Was it solved?');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the kit' }).click();
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: I am sorry.\nCustomer: It works now.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Publish v1' }).click();
    await page.getByText('v1 is live: new runs use it.').waitFor();
    const { body } = await service.call('GET', '/v1/kits', { key });
    expect(body.data).toMatchObject([{ kit: 'refund_calls', name: 'Refund calls', version: 1 }]);
  });

  it('is told, where it is tried, what is probably not meant', async () => {
    await signIn(tab, await freshKey('advice'), '/console/new-kit');
    const { page } = tab;
    const yaml = page.getByLabel('Kit as YAML');
    const price = 'kit: priced\nbricks:\n  - { key: price, type: numeric, question: What price was agreed? }\n';
    await yaml.fill(price);
    await page.getByRole('button', { name: 'Create the kit' }).click();
    await page.getByText('price asks for an amount').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: That is 845 pounds.\nCustomer: Agreed.');
    await page.getByRole('button', { name: 'Edit as a draft' }).click();
    await yaml.fill(price.replace(' }', ', max: 5000 }'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('price asks for an amount').waitFor({ state: 'detached' });
  });

  it('begins from a template under a name of its own; what was there before comes back', async () => {
    const key = await freshKey('template');
    await publishExample(service, 'support-qa', key);
    await signIn(tab, key, '/console/kits');
    const { page } = tab;
    await page.getByRole('main').getByRole('link', { name: 'New kit' }).click();
    await page.getByLabel('Start from').selectOption({ label: 'Support QA' });
    const template = parse(readExample('support-qa/kit.yaml'));
    await expect.poll(yamlOf).toEqual({ ...template, kit: 'support_qa_2', name: 'Support QA scorecard 2' });
    // A kit of the same short name would be a version of another kit.
    await page.getByLabel('Short name').fill('support_qa');
    await page.getByText('Short name is taken').waitFor();
    expect(await page.getByRole('button', { name: 'Create the kit' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo the template' }).click();
    await expect.poll(async () => (await yamlOf()).bricks).toEqual([]);
  });

  it('is a form and YAML that follow each other, with faults in the words of their field', async () => {
    const key = await freshKey('in-step');
    await signIn(tab, key, '/console/new-kit');
    const { page } = tab;
    const editor = page.getByLabel('Kit as YAML');
    await editor.fill(KIT);
    const questions = page.getByRole('list', { name: 'Questions of the kit' });
    await questions.getByRole('button', { name: /^Greeting/ }).click();
    await page.getByLabel('Question', { exact: true }).fill('Did the agent say hello?');
    await page.getByLabel('Not sure below this confidence (%)').fill('75');
    await expect
      .poll(() => editor.inputValue())
      .toBe(
        KIT.replace('Did they greet?', 'Did the agent say hello?').replace(
          'good: true',
          'good: true\n    abstain_below: 0.75',
        ),
      );
    await page.getByText('Not sure below 75 % confidence.').waitFor();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Ask only when: answer').selectOption('delivery');
    await page.getByText('Asked only when Reason is delivery.').waitFor();

    await questions.getByRole('button', { name: /^Reason/ }).click();
    await page.getByLabel('Options, one per line').fill('refund\ndelivery\nlost parcel');
    await expect
      .poll(async () => (await yamlOf()).bricks[1].categories)
      .toEqual([{ value: 'refund', description: 'Money back.' }, { value: 'delivery' }, { value: 'lost parcel' }]);
    await page.getByLabel('Name in the output').fill('why');
    await expect.poll(async () => (await yamlOf()).bricks[0].applies_when).toEqual({ brick: 'why', is: 'delivery' });
    await page.getByLabel('Name in the output').fill('Why not');
    await page.getByText('Name in the output may have lower-case letters').waitFor();
    await page.getByLabel('Name in the output').fill('why');

    // A score, with its points and what makes it fail in words.
    await page.getByLabel('Add questions in plain words').fill('Was anybody threatened?\nHow good was it?\n');
    await questions.getByRole('button', { name: /^How good was it/ }).click();
    await page.getByLabel('Answer', { exact: true }).selectOption('score');
    await page.getByLabel('Points 1: points').fill('40');
    await page.getByRole('button', { name: 'Add a fail rule' }).click();
    await page.getByLabel('Fails, regardless of points, if 1: question').selectOption({ index: 2 });
    await questions.getByRole('button', { name: /^How good was it/ }).click();
    await page.getByText('Fails with 0 if “Was anybody threatened?” is yes').waitFor();
    expect((await yamlOf()).bricks[3].score).toEqual({
      items: [
        { brick: 'greeted', is: true, points: 40 },
        { brick: 'threatened', is: true, points: 10 },
      ],
      fail_if: [{ brick: 'threatened', is: true }],
    });
    expect(await seriousFindings(page)).toEqual([]);

    // The other way round: the form shows what is typed as YAML, and waits while it cannot be read.
    await editor.fill(KIT.replace('name: Greeting', 'name: Welcome'));
    await questions.getByRole('button', { name: /^Welcome/ }).waitFor();
    await editor.fill('kit: [');
    await page.getByText('The YAML has errors.').waitFor();
    await editor.fill(KIT.replace('question: Did they greet? # as on paper', 'good_news: 1'));
    await page.getByText('Has an error').waitFor();
    // What only the service knows stands in the field too.
    await editor.fill(KIT.replace('    question: Did they greet? # as on paper\n', ''));
    await page.getByText('No errors').waitFor();
    await page.getByRole('button', { name: 'Create the kit' }).click();
    await questions.getByRole('button', { name: /^Greeting/ }).click();
    await page.getByText(/^Question is missing/).waitFor();
  });
});

const KIT = `# Ours.
kit: in_step
bricks:
  - key: greeted
    name: Greeting
    type: boolean
    question: Did they greet? # as on paper
    good: true
  - key: reason
    name: Reason
    type: categorical
    question: Why?
    categories:
      - { value: refund, description: Money back. }
      - value: delivery
`;
