import { describe, expect, it } from 'vitest';
import { evaluateOn, openEngine } from '../../../../test/support/model-engine.ts';
import { answer, DOCUMENT, fakeModel, TRANSCRIPT } from './cases.ts';

const question = 'Was it so?';
const bricks = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ key: `flag_${n}`, type: 'boolean', question, ...more }));

describe('calls', () => {
  it('are as few as possible: up to ten bricks each, split evenly, isolated bricks alone', async () => {
    const model = await fakeModel();
    const document = {
      kit: 'many',
      bricks: [...bricks(17), { key: 'alone', type: 'boolean', question, isolate: true }],
    };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
    expect(result.ok).toBe(true);
    expect(model.requests.map(({ keys }) => keys.length).toSorted((a, b) => b - a)).toEqual([9, 8, 1]);
    expect(model.requests.find(({ keys }) => keys.length === 1)?.keys).toEqual(['alone']);
  });

  it('leave out metrics, which are computed, and bricks of the local engine', async () => {
    const model = await fakeModel();
    const document = {
      kit: 'mixed',
      bricks: [
        ...bricks(1),
        { key: 'words', type: 'numeric', metric: 'word_count' },
        { key: 'here', type: 'boolean', question, engine: 'local' },
      ],
    };
    await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
    expect(model.requests.map(({ keys }) => keys)).toEqual([['flag_0']]);
  });

  it('share a byte-identical prefix and schema per kit version, and the conversation per run', async () => {
    const model = await fakeModel();
    const opened = openEngine({ urls: [model.url] });
    const document = { kit: 'many', knowledge: [{ name: 'policy', text: 'Cards are free.' }], bricks: bricks(12) };
    await evaluateOn(opened, { document, transcript: TRANSCRIPT });
    await evaluateOn(opened, { document, transcript: 'Agent: Hello.\nCustomer: I lost my platinum card.' });
    expect(model.requests).toHaveLength(4);
    const [first, second, third] = model.requests;
    expect(new Set(model.requests.map(({ system }) => system)).size).toBe(1);
    expect(new Set(model.requests.map(({ body }) => JSON.stringify(body.response_format))).size).toBe(1);
    expect(new Set(model.requests.map(({ nonce }) => nonce)).size).toBe(4);
    expect(first?.conversation).toBe(second?.conversation);
    expect(first?.conversation).not.toBe(third?.conversation);
    expect(first?.system).not.toContain(first?.nonce);
    expect(first?.conversation).not.toContain(first?.nonce);
  });

  it('ask for the reason before the value', async () => {
    const model = await fakeModel();
    await evaluateOn(openEngine({ urls: [model.url] }), { document: DOCUMENT, transcript: TRANSCRIPT });
    const { schema } = model.requests[0]?.body.response_format.json_schema ?? {};
    for (const item of schema.properties.answers.items.anyOf) {
      expect(Object.keys(item.properties)).toEqual(['key', 'reason', 'evidence', 'value', 'confidence']);
    }
  });

  it('wait for the first call, which warms the provider’s cache', async () => {
    const model = await fakeModel(() => ({ hangs: 'before the head' }));
    const opened = openEngine({ urls: [model.url], callDeadlineMs: 100 });
    await evaluateOn(opened, { document: { kit: 'many', bricks: bricks(24) }, transcript: TRANSCRIPT });
    // As long as the first batch has no answer, no other is sent, however often this is checked.
    expect(new Set(model.requests.map(({ keys }) => keys[0]))).toEqual(new Set(['flag_0']));
  });
});

describe('votes', () => {
  it('ask again for those bricks only, and the majority wins', async () => {
    let asked = 0;
    const model = await fakeModel(undefined, (key) =>
      key === 'flag_0' ? { ...answer(key), value: asked++ !== 1 } : answer(key),
    );
    const document = {
      kit: 'votes',
      bricks: [
        { ...bricks(1)[0], votes: 3 },
        { key: 'other', type: 'boolean', question },
      ],
    };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
    if (!result.ok) throw result.error;
    expect(model.requests.map(({ keys }) => keys)).toEqual([['flag_0', 'other'], ['flag_0'], ['flag_0']]);
    const [voted, single] = result.evaluation.outcomes;
    expect(voted).toMatchObject({ value: true, confidenceBasis: { votes: 3, agreeing: 2 } });
    expect(voted?.confidence).toBeLessThan(single?.confidence ?? 0);
  });

  it('on a number use the median, which is one of the answers', async () => {
    const given = [9, 2, 4];
    const model = await fakeModel(undefined, (key) => ({ ...answer(key), value: given.shift() }));
    const document = {
      kit: 'votes',
      bricks: [{ key: 'score', type: 'numeric', question, min: 0, max: 10, step: 1, votes: 3 }],
    };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
    expect(result.ok && result.evaluation.outcomes[0]).toMatchObject({
      value: 4,
      confidenceBasis: { votes: 3, agreeing: 1 },
    });
  });
});

describe('calibration', () => {
  it('follows the calibration curve that golden labels gave the brick', async () => {
    const model = await fakeModel();
    const learned = {
      model_calibration: [
        [0.5, 0.2],
        [1, 0.6],
      ],
    };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), {
      document: { kit: 'calibrated', bricks: bricks(1, { learned }) },
      transcript: TRANSCRIPT,
    });
    if (!result.ok) throw result.error;
    const [outcome] = result.evaluation.outcomes;
    expect(outcome?.confidenceBasis).toMatchObject({ calibrated: true });
    expect(outcome?.confidence).toBeGreaterThan(0.5);
    expect(outcome?.confidence).toBeLessThan(0.6);
  });
});

describe('knowledge', () => {
  const passage = (n: number) =>
    `Rule ${n}. ${'Parcels of this kind are weighed and stored by the clerk on duty. '.repeat(10)}`;

  it('is cited only by passages that the model was shown', async () => {
    const model = await fakeModel(undefined, (key) => ({
      ...answer(key),
      knowledge: ['policy#1', 'policy#99', 'invented#1'],
    }));
    const document = {
      kit: 'known',
      knowledge: [{ name: 'policy', text: 'Lost cards are replaced for free.' }],
      bricks: bricks(1),
    };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
    expect(result.ok && result.evaluation.outcomes[0]?.knowledgeRefs).toEqual([
      { name: 'policy', passage: 1, text: 'Lost cards are replaced for free.' },
    ]);
  });

  it('that is too long is cut to the passages that match the conversation', async () => {
    const model = await fakeModel();
    const texts = Array.from({ length: 60 }, (_, n) => passage(n));
    texts.splice(
      40,
      0,
      `A lost platinum card is replaced within two days. ${'Ask for the number on its back. '.repeat(20)}`,
    );
    const document = { kit: 'known', knowledge: [{ name: 'handbook', text: texts.join('\n\n') }], bricks: bricks(1) };
    const { result } = await evaluateOn(openEngine({ urls: [model.url], contextTokens: 12_000 }), {
      document,
      transcript: TRANSCRIPT,
    });
    expect(result.ok).toBe(true);
    const [request] = model.requests;
    expect(request?.system).not.toContain('platinum');
    expect(request?.conversation).toContain('A lost platinum card is replaced');
    expect(request?.conversation.match(/"id":/g)?.length).toBeLessThan(20);
  });
});

describe('long conversations', () => {
  const lines = Array.from(
    { length: 400 },
    (_, n) => `${n % 2 === 0 ? 'Agent' : 'Customer'}: Line ${n} is about nothing that matters much to anybody here.`,
  );
  lines[301] = 'Customer: I lost my platinum card on line 301.';
  const transcript = lines.join('\n');
  const document = {
    kit: 'long',
    bricks: [
      { key: 'card_lost', type: 'boolean', question },
      { key: 'item', type: 'text', question },
      { key: 'score', type: 'numeric', question, min: 0, max: 10, step: 1 },
      { key: 'topic', type: 'categorical', question, categories: [{ value: 'card' }, { value: 'other' }] },
      { key: 'gist', type: 'text', question, extract: 'summary' },
    ],
  };
  const evidence = [{ turn: 301, quote: 'I lost my platinum card' }];

  it('are split into overlapping parts that cover everything; answers are combined by brick type', async () => {
    const model = await fakeModel(undefined, (key, { conversation }) => {
      const isHere = conversation.includes('platinum');
      const values: Record<string, unknown> = {
        card_lost: isHere,
        item: isHere ? 'platinum card' : '',
        score: isHere ? 1 : 5,
        topic: isHere ? 'card' : 'other',
        gist: isHere ? 'A card is lost.' : '',
      };
      return {
        value: values[key],
        evidence: isHere
          ? evidence
          : key === 'score'
            ? [{ turn: Number(/^\[(\d+),/m.exec(conversation)?.[1]), quote: 'is about nothing' }]
            : [],
      };
    });
    const { result, usage } = await evaluateOn(
      openEngine({ urls: [model.url], contextTokens: 5_000, maxOutputTokens: 600 }),
      { document, transcript },
    );
    if (!result.ok) throw result.error;
    expect(Object.fromEntries(result.evaluation.outcomes.map(({ key, value }) => [key, value]))).toEqual({
      card_lost: true,
      item: 'platinum card',
      score: 5,
      topic: 'card',
      gist: 'A card is lost.',
    });
    expect(result.evaluation.outcomes[0]?.evidence).toMatchObject([{ turn: 301, text: 'I lost my platinum card' }]);
    expect(usage.calls).toBe(model.requests.length);
    expect(usage.calls).toBeGreaterThan(3);
    const shown = model.requests.map(({ conversation }) =>
      [...conversation.matchAll(/^\[(\d+),/gm)].map(([, turn]) => Number(turn)),
    );
    expect(new Set(shown.flat()).size).toBe(400);
    expect(shown.flat().length).toBeGreaterThan(400);
  });

  it('are split further when the provider still finds them too long', async () => {
    const model = await fakeModel((seen) =>
      seen.conversation.length > 15_000
        ? { status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }
        : undefined,
    );
    const { result, usage } = await evaluateOn(
      openEngine({ urls: [model.url], contextTokens: 14_000, maxOutputTokens: 600 }),
      {
        document: { kit: 'long', bricks: bricks(1, { output: [] }) },
        transcript,
      },
    );
    expect(result.ok, JSON.stringify(result)).toBe(true);
    expect(usage.calls).toBe(model.requests.length);
  });

  it('of one very long turn are split between sentences', async () => {
    const model = await fakeModel(undefined, () => ({ value: false }));
    const monologue = `Customer: ${'So this went on and on. '.repeat(3_000)}`;
    const { result } = await evaluateOn(openEngine({ urls: [model.url], contextTokens: 8_000, maxOutputTokens: 600 }), {
      document: { kit: 'long', bricks: bricks(1) },
      transcript: monologue,
    });
    expect(result.ok).toBe(true);
    expect(model.requests.length).toBeGreaterThan(2);
    for (const { conversation } of model.requests) expect(conversation).toMatch(/^\[0,.*on\. ?"\]$/m);
  });

  it('that would need more than the maximum number of parts are refused', async () => {
    const model = await fakeModel();
    const { result } = await evaluateOn(openEngine({ urls: [model.url], contextTokens: 2_600, maxOutputTokens: 300 }), {
      document: { kit: 'long', bricks: bricks(1) },
      transcript: `Customer: ${'So this went on and on. '.repeat(30_000)}`,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'input_too_long' } });
    expect(model.requests).toHaveLength(0);
  });
});
