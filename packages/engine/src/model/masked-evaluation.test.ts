/** What a provider sees of a masked conversation, and what becomes of its reply. */
import type { KitDocument, MaskClass } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { createModelEngine } from './create-model-engine.ts';
import type { ModelCall, ModelClient } from './model-client.ts';
import { NO_TOKENS } from './model-client.ts';
import type { Receipt } from './receipt.ts';

const KIT: KitDocument = {
  kit: 'masked',
  name: 'Calls like those of Oliver Hartley',
  bricks: [
    { key: 'caller', type: 'text', question: 'Who calls?', extract: 'name' },
    { key: 'phone', type: 'text', question: 'Their number?', extract: 'phone' },
  ],
} as KitDocument;
const CONVERSATION = normaliseConversation([
  { speaker: 'Agent', text: 'Tidewater, this is Marsha. Who is calling?' },
  { speaker: 'Caller', text: 'My name is Desmond Achebe, on 07700 900123.' },
]);

type Answers = (call: ModelCall, nonce: string) => Record<string, unknown>[];

async function evaluate(
  answers: Answers,
  options: { kit?: KitDocument; mask?: MaskClass[]; replay?: Receipt | undefined } = {},
) {
  const calls: ModelCall[] = [];
  const receipts: Receipt[] = [];
  const model: ModelClient = {
    id: 'fake/one',
    contextTokens: 20_000,
    maxOutputTokens: 2_000,
    async call(call) {
      calls.push(call);
      const nonce = /Nonce: "([^"]+)"/.exec(call.question)?.[1] ?? '';
      return { text: JSON.stringify({ nonce, answers: answers(call, nonce) }), finish: 'stop', tokens: NO_TOKENS };
    },
  };
  const engine = createModelEngine({
    models: [model],
    policy: { ask: async ([first], call) => ({ reply: await (first ?? model).call(call), model: 'fake/one' }) },
    now: () => 0,
    budgetMs: 1_000,
    onReceipt: (receipt) => receipts.push(receipt),
    replay: options.replay,
  });
  const kit = options.kit ?? KIT;
  const answer = await engine.answer({
    kit,
    bricks: kit.bricks,
    conversation: CONVERSATION,
    input: {},
    model: 'auto',
    mask: options.mask ?? ['person', 'phone'],
    signal: undefined,
    onUsage: () => undefined,
  });
  return { calls, receipts, outcomes: answer.outcomes };
}

const GOOD: Answers = () => [
  {
    key: 'caller',
    reason: '<PERSON_2> says so to <PERSON_1>.',
    evidence: [{ turn: 1, quote: 'My name is <PERSON_2>' }],
    value: '<PERSON_2>',
    confidence: 0.9,
  },
  {
    key: 'phone',
    reason: 'Given.',
    evidence: [{ turn: 1, quote: 'on <phone_1>.' }],
    value: '<PHONE_1>',
    confidence: 0.9,
  },
];

describe('a masked evaluation', () => {
  it('shows the provider placeholders, and the kit as it is', async () => {
    const { calls } = await evaluate(GOOD);
    const sent = calls.map(({ conversation, question }) => conversation + question).join('\n');
    expect(sent).toContain('My name is <PERSON_2>, on <PHONE_1>.');
    expect(sent).not.toMatch(/Achebe|Desmond|Marsha|900123/);
    expect(calls[0]?.system).toContain('Oliver Hartley');
  });

  it('restores values, reasons and evidence', async () => {
    const { outcomes } = await evaluate(GOOD);
    expect(outcomes).toMatchObject([
      {
        value: 'Desmond Achebe',
        reason: 'Desmond Achebe says so to Marsha.',
        evidence: [{ text: 'My name is Desmond Achebe' }],
      },
      { value: '07700900123', evidence: [{ text: 'on 07700 900123.' }] },
    ]);
    for (const { evidence } of outcomes) {
      for (const { start, end, text } of evidence) expect(CONVERSATION.text.slice(start, end)).toBe(text);
    }
  });

  it('keeps masked text in the receipt, from which the same answers follow', async () => {
    const { receipts, outcomes } = await evaluate(GOOD);
    expect(JSON.stringify(receipts)).not.toMatch(/Achebe|Marsha|900123/);
    const [replay] = receipts;
    expect(replay?.mask).toEqual(['phone', 'person']);
    const again = await evaluate(() => [], { replay, mask: [] });
    expect(again.calls).toEqual([]);
    expect(again.outcomes).toEqual(outcomes);
  });

  it('asks again where a value names a placeholder that was never given, without telling what stands behind one', async () => {
    let asked = 0;
    const { calls, outcomes } = await evaluate((call, nonce) => {
      asked += 1;
      const [caller, phone] = GOOD(call, nonce);
      return asked === 1 ? [{ ...caller, value: '<PERSON_9>' }, phone ?? {}] : [caller ?? {}];
    });
    expect(calls).toHaveLength(2);
    expect(calls[1]?.question).toContain('names a placeholder that the conversation does not have');
    expect(calls[1]?.question).not.toMatch(/Achebe|900123/);
    expect(outcomes[0]).toMatchObject({ value: 'Desmond Achebe' });
  });

  it('masks what the kit adds, and nothing where neither says so', async () => {
    const kit = { ...KIT, mask: ['phone' as const] };
    const byKit = await evaluate(
      (call, nonce) =>
        GOOD(call, nonce).map((answer) =>
          answer.key === 'caller'
            ? { ...answer, value: 'Desmond Achebe', evidence: [{ turn: 1, quote: 'Desmond Achebe' }] }
            : answer,
        ),
      { kit, mask: [] },
    );
    expect(byKit.calls[0]?.conversation).toContain('My name is Desmond Achebe, on <PHONE_1>.');
    expect(byKit.outcomes).toMatchObject([{ value: 'Desmond Achebe' }, { value: '07700900123' }]);
    const plain = await evaluate(
      () =>
        GOOD({} as ModelCall, '').map((answer) => ({
          ...answer,
          value: '07700900123',
          evidence: [{ turn: 1, quote: '07700 900123' }],
        })),
      { mask: [] },
    );
    expect(plain.calls[0]?.conversation).toContain('Desmond Achebe, on 07700 900123');
  });
});
