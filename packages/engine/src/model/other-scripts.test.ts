/** Conversations from right to left, without blanks between words, and beyond the basic plane: what a model is sent, and where its quotes are found. */
import type { KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { createModelEngine } from './create-model-engine.ts';
import type { ModelCall, ModelClient } from './model-client.ts';
import { NO_TOKENS } from './model-client.ts';

interface Call {
  turns: string[];
  /** What the model quotes. */
  quote: string;
  value: string;
}

const CALLS: Readonly<Record<string, Call>> = {
  Arabic: {
    turns: ['مرحبا، كيف أساعدك؟', 'أريد إلغاء الطلب رقم ٤٨٢١، لأنه وصل مكسورا.'],
    quote: 'أريد إلغاء الطلب رقم ٤٨٢١',
    value: 'وصل مكسورا',
  },
  'Arabic with vowel signs': {
    turns: ['مرحبا', 'أُرِيدُ إِلْغَاءَ الطَّلَبِ اليوم.'],
    quote: 'أُرِيدُ إِلْغَاءَ الطَّلَبِ',
    value: 'إِلْغَاءَ',
  },
  Hebrew: {
    turns: ['שלום, במה אפשר לעזור?', 'אני רוצה לבטל את ההזמנה "4821" בבקשה.'],
    quote: 'אני רוצה לבטל את ההזמנה "4821"',
    value: 'לבטל',
  },
  Chinese: {
    turns: ['您好,请问有什么可以帮您?', '我想取消订单4821,因为送来的时候已经坏了。'],
    quote: '因为送来的时候已经坏了',
    value: '已经坏了',
  },
  Japanese: {
    turns: ['お電話ありがとうございます。', '注文を取り消したいんですが、届いた時に壊れていました。'],
    quote: '届いた時に壊れていました',
    value: '壊れて',
  },
  Korean: {
    turns: ['안녕하세요, 무엇을 도와드릴까요?', '주문을 취소하고 싶어요. 부서져서 왔어요.'],
    quote: '부서져서 왔어요',
    value: '부서져서',
  },
  Thai: {
    turns: ['สวัสดีค่ะ', 'ผมอยากยกเลิกคำสั่งซื้อเพราะของแตก'],
    quote: 'ยกเลิกคำสั่งซื้อเพราะของแตก',
    value: 'ของแตก',
  },
  'emoji and letters of two code units': {
    turns: ['Hello 👋🏽', '👨‍👩‍👧 𠮷野家 order 😡 arrived broken 💔 today'],
    quote: '𠮷野家 order 😡 arrived broken 💔',
    value: 'arrived broken',
  },
};

async function ask({ turns, quote, value }: Call, language?: string) {
  const kit = {
    kit: 'scripts',
    ...(language !== undefined && { language }),
    bricks: [{ key: 'why', type: 'text', question: 'Why?' }],
  } as KitDocument;
  const conversation = normaliseConversation(
    turns.map((text, at) => ({ speaker: at % 2 === 0 ? 'Agent' : 'Customer', text })),
  );
  const calls: ModelCall[] = [];
  const model: ModelClient = {
    id: 'fake/one',
    contextTokens: 20_000,
    maxOutputTokens: 2_000,
    async call(call) {
      calls.push(call);
      const nonce = /Nonce: "([^"]+)"/.exec(call.question)?.[1] ?? '';
      const answers = [{ key: 'why', reason: 'So.', evidence: [{ turn: 1, quote }], value, confidence: 0.9 }];
      return { text: JSON.stringify({ nonce, answers }), finish: 'stop', tokens: NO_TOKENS };
    },
  };
  const engine = createModelEngine({
    models: [model],
    policy: { ask: async ([first], call) => ({ reply: await (first ?? model).call(call), model: 'fake/one' }) },
    now: () => 0,
    budgetMs: 1_000,
  });
  const { outcomes } = await engine.answer({
    kit,
    bricks: kit.bricks,
    conversation,
    input: {},
    model: 'auto',
    signal: undefined,
    onUsage: () => undefined,
  });
  return { outcome: outcomes[0], conversation, sent: calls.map((call) => JSON.stringify(call)).join('\n') };
}

describe.each(Object.entries(CALLS))('a model on a conversation in %s', (_, call) => {
  it('is sent what was said, and its quotes are found verbatim', async () => {
    const { outcome, conversation, sent } = await ask(call);
    expect(sent).toContain(JSON.stringify(JSON.stringify(call.turns[1])).slice(1, -1));
    expect(outcome?.evidence.map(({ text }) => text)).toEqual([call.quote]);
    for (const { text, start, end, turn } of outcome?.evidence ?? []) {
      expect(conversation.text.slice(start, end)).toBe(text);
      expect([turn, text.isWellFormed()]).toEqual([1, true]);
    }
    expect(outcome).toMatchObject({ value: call.value, confidenceBasis: { evidence: 'exact' } });
    expect(outcome?.confidence).toBeGreaterThan(0.6);
  });
});

describe('the language of a model’s answers', () => {
  const german = { turns: ['Guten Tag?', 'Die Heizung ist kaputt.'], quote: 'Die Heizung ist kaputt', value: 'kaputt' };

  it('is that of the kit, while quotes stay in that of the conversation', async () => {
    const { outcome, sent } = await ask(german, 'fr');
    expect(sent).toMatch(/Write .{1,120} in French \(fr\)\. Quotes, .{1,90} stay exactly as they are/);
    expect(sent).toContain('Die Heizung ist kaputt.');
    expect(outcome?.evidence.map(({ text }) => text)).toEqual([german.quote]);
  });

  it('can be that of the conversation, and is English by default', async () => {
    expect((await ask(german, 'conversation')).sent).toContain('in the language of the conversation.');
    expect((await ask(german)).sent).not.toContain('Write \\"reason');
  });
});
