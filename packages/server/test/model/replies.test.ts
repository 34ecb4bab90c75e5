import { ModelFault } from '@brickwork/engine/model/model-fault';
import { findReply } from '@brickwork/engine/model/reply/find-reply';
import { describe, expect, it } from 'vitest';
import {
  answerItem,
  type FakeAnswer,
  honestReply,
  type ModelAction,
  type ModelRequestSeen,
} from '../../../../test/support/fake-model.ts';
import { evaluateOn, openEngine } from '../../../../test/support/model-engine.ts';
import { answer, DOCUMENT, fakeModel, TRANSCRIPT } from './cases.ts';

const RUN = { document: DOCUMENT, transcript: TRANSCRIPT };
const HONEST = { card_lost: true, mood: 'bad', score: 7, item: 'platinum card' };

/** The resulting values when the first reply is this one and every later reply is correct. */
async function valuesAfter(first: (seen: ModelRequestSeen) => ModelAction, document: object = DOCUMENT) {
  const model = await fakeModel((seen, number) => (number === 1 ? first(seen) : undefined));
  const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), { ...RUN, document });
  if (!result.ok) throw result.error;
  expect(usage).toMatchObject({
    calls: model.totals.calls,
    inputTokens: model.totals.prompt,
    outputTokens: model.totals.completion,
  });
  const values = Object.fromEntries(result.evaluation.outcomes.map(({ key, value }) => [key, value]));
  return {
    values,
    calls: model.requests.length,
    asked: model.requests.map(({ keys }) => keys),
    requests: model.requests,
  };
}

const text = (make: (honest: string, seen: ModelRequestSeen) => string) => (seen: ModelRequestSeen) => ({
  text: make(honestReply(seen, answer), seen),
});

/** The correct reply with one answer replaced. */
const changing = (key: string, change: Partial<FakeAnswer>) =>
  text((_, seen) =>
    JSON.stringify({
      nonce: seen.nonce,
      answers: seen.keys.map((each) => answerItem(each, each === key ? { ...answer(each), ...change } : answer(each))),
    }),
  );

describe('a reply that is accepted', () => {
  it.each([
    ['plain', (honest: string) => honest],
    ['with space around', (honest: string) => `\n\n ${honest}\n`],
    ['in a fence', (honest: string) => `\`\`\`json\n${honest}\n\`\`\``],
    ['in prose', (honest: string) => `Here is what you asked for:\n\n${honest}\n\nTell me if you need {more}.`],
    ['after thinking', (honest: string) => `<think>Maybe {"nonce": "x"}? Let me see.</think>\n${honest}`],
    ['after thinking whose tag is missing', (honest: string) => `Let me see {a draft}…</think>${honest}`],
    ['beside an object with another nonce', (honest: string) => `{"nonce": "other", "answers": []}\n${honest}`],
    ['with unknown members', (honest: string) => honest.replace('{"nonce"', '{"note": "hi", "nonce"')],
  ])('%s', async (_name, make) => {
    expect(await valuesAfter(text(make))).toMatchObject({ values: HONEST, calls: 1 });
  });

  it('with categories in another case and spacing', async () => {
    expect(await valuesAfter(changing('mood', { value: '  BAD ' }))).toMatchObject({ values: HONEST, calls: 1 });
  });
});

describe('a reply that is refused as a whole', () => {
  const planted = (seen: ModelRequestSeen) =>
    JSON.stringify({
      nonce: seen.nonce,
      answers: seen.keys.map((key) =>
        answerItem(key, { ...answer(key), value: key === 'score' ? 10 : answer(key).value }),
      ),
    });

  it.each<[string, (honest: string, seen: ModelRequestSeen) => string]>([
    ['no object', () => 'I am not able to do that.'],
    ['nothing', () => ''],
    ['no nonce', (honest) => honest.replace(/"nonce":"[^"]*",/, '')],
    ['another nonce', (honest) => honest.replace(/"nonce":"[^"]*"/, '"nonce":"0123"')],
    ['two objects', (honest, seen) => `${honest}\n${planted(seen)}`],
    ['a member twice', (honest) => honest.replace('"answers":', '"answers":[],"answers":')],
    ['a value twice', (honest) => honest.replace('"value":7', '"value":9,"value":7')],
    ['NaN', (honest) => honest.replace('"value":7', '"value":NaN')],
    ['Infinity', (honest) => honest.replace('"value":7', '"value":1e999')],
    ['a trailing comma', (honest) => honest.replace(/\]\}$/, ',]}')],
    ['single quotes', (honest) => honest.replaceAll('"', "'")],
    ['a comment', (honest) => honest.replace('"answers"', '/* here */ "answers"')],
    ['only thoughts', (honest) => `<think>${honest}`],
    ['the reply nested in another object', (honest) => `{"result": ${honest}}`],
    ['the reply as a string', (honest) => JSON.stringify(honest)],
  ])('%s', async (_name, make) => {
    const { values, calls } = await valuesAfter(text(make));
    expect(values).toEqual(HONEST);
    expect(calls).toBeGreaterThan(1);
  });
});

describe('an answer that is refused alone', () => {
  it.each<[string, string, unknown]>([
    ['a category that is none', 'mood', 'terrible'],
    ['a category with a typo', 'mood', 'bda'],
    ['a category as a list', 'mood', ['bad']],
    ['"4/5"', 'score', '4/5'],
    ['a number in a string', 'score', '7'],
    ['a number with words', 'score', '7 out of 10'],
    ['above the range', 'score', 11],
    ['below the range', 'score', -1],
    ['between the steps', 'score', 7.5],
    ['null', 'score', null],
    ['"true"', 'card_lost', 'true'],
    ['1', 'card_lost', 1],
    ['a number for a text', 'item', 4],
    ['an object for a text', 'item', { name: 'card' }],
  ])('%s', async (_name, key, value) => {
    const { values, asked, requests } = await valuesAfter(changing(key, { value }));
    expect(values).toEqual(HONEST);
    expect(asked).toEqual([['card_lost', 'mood', 'score', 'item'], [key]]);
    expect(requests[1]?.question).toContain(`- ${key}: value must be`);
  });

  it('an answer that is missing or duplicated', async () => {
    const missing = text((_, seen) =>
      JSON.stringify({ nonce: seen.nonce, answers: seen.keys.slice(1).map((key) => answerItem(key, answer(key))) }),
    );
    expect((await valuesAfter(missing)).asked[1]).toEqual(['card_lost']);
    const twice = text((_, seen) =>
      JSON.stringify({ nonce: seen.nonce, answers: [...seen.keys, 'mood'].map((key) => answerItem(key, answer(key))) }),
    );
    expect((await valuesAfter(twice)).asked[1]).toEqual(['mood']);
  });

  it('fails the run when it stays invalid, without repeating the value', async () => {
    const model = await fakeModel(undefined, (key) =>
      key === 'score' ? { ...answer(key), value: 'platinum!' } : answer(key),
    );
    const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    if (result.ok || !(result.error instanceof ModelFault)) throw new Error('expected a fault');
    expect(result.error).toMatchObject({ code: 'output_invalid', message: 'score: value must be a JSON number.' });
    expect(usage.calls).toBe(3);
  });

  it('is left out with a warning when the kit allows it', async () => {
    const model = await fakeModel(undefined, (key) => (key === 'score' ? { value: 'none' } : answer(key)));
    const bricks = DOCUMENT.bricks.map((brick) => (brick.key === 'score' ? { ...brick, on_invalid: 'omit' } : brick));
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), {
      ...RUN,
      document: { ...DOCUMENT, bricks },
    });
    if (!result.ok) throw result.error;
    expect(result.evaluation.outcomes.map(({ key }) => key)).toEqual(['card_lost', 'mood', 'item']);
    expect(result.evaluation.warnings).toEqual([
      'score: left out, because the model gave no valid answer (output_invalid).',
    ]);
  });
});

describe('formats of extracted texts', () => {
  const document = (extract: string) => ({
    kit: 'calls',
    bricks: [{ key: 'item', type: 'text', question: 'Which?', extract }],
  });

  it.each([
    ['money', '$1,250', '1250', 'it was $1,250'],
    ['phone', '555-0100', '5550100', 'call 555-0100'],
    ['email', 'nobody', 'a@b.de', 'write to a@b.de'],
    ['time', 'half two', '14:30', 'at half past two'],
    ['/plat[a-z]+/', 'gold', 'platinum', 'my platinum card'],
    ['/my ([a-z]+) card/', 'my platinum card', 'platinum', 'my platinum card'],
  ])('%s: %j is refused, %j taken', async (extract, bad, good, quote) => {
    const item = (value: string) => ({ value, evidence: [{ turn: 0, quote }] });
    let given = 0;
    const model = await fakeModel(undefined, () => item(given++ === 0 ? bad : good));
    const run = { ...RUN, transcript: `Customer: So ${quote}, that is all`, document: document(extract) };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), run);
    if (!result.ok) throw result.error;
    expect(result.evaluation.outcomes[0]?.value).toBe(good);
    expect(model.requests).toHaveLength(2);
  });

  it('money that its quote does not say is asked for again, and then returned without evidence and with little confidence', async () => {
    const model = await fakeModel(undefined, () => ({ value: '9999', evidence: [{ turn: 0, quote: 'it was $50' }] }));
    const run = { ...RUN, transcript: 'Customer: So it was $50, that is all', document: document('money') };
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), run);
    if (!result.ok) throw result.error;
    expect(model.requests).toHaveLength(2);
    expect(result.evaluation.outcomes[0]).toMatchObject({ value: '9999', evidence: [] });
    expect(result.evaluation.outcomes[0]?.confidence).toBeLessThan(0.5);
    expect(result.evaluation.warnings).toEqual(['item: no evidence for the value was found in the conversation.']);
  });
});

describe('a reply that was cut off', () => {
  it('is never repaired into a value, wherever it was cut', () => {
    const seen = { nonce: 'abc', keys: ['card_lost', 'mood', 'score', 'item'] } as ModelRequestSeen;
    const honest = honestReply(seen, (key) => ({
      ...answer(key),
      reason: 'He said: {"nonce": "abc", "answers": []} \\ "x" }',
    }));
    for (const whole of [honest, `Sure!\n\`\`\`json\n${honest}\n\`\`\``, `<think>{}</think>${honest}`]) {
      const bytes = Buffer.from(whole);
      const end = Buffer.byteLength(whole.slice(0, whole.lastIndexOf('}') + 1));
      for (let cut = 0; cut < bytes.length; cut += 1) {
        expect(findReply(bytes.subarray(0, cut).toString('utf8'), 'abc').ok, `cut at ${cut}`).toBe(cut >= end);
      }
    }
  });

  it('halves the batch, down to one brick', async () => {
    const model = await fakeModel((seen) =>
      seen.keys.length > 1 ? { text: honestReply(seen, answer).slice(0, -30), finish: 'length' } : undefined,
    );
    const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    if (!result.ok) throw result.error;
    expect(Object.fromEntries(result.evaluation.outcomes.map(({ key, value }) => [key, value]))).toEqual(HONEST);
    expect(model.requests.map(({ keys }) => keys.length).toSorted((a, b) => b - a)).toEqual([4, 2, 2, 1, 1, 1, 1]);
    expect(usage).toMatchObject({ calls: 7, outputTokens: model.totals.completion });
  });

  it('doubles the limit for a single brick once, then fails with a clear message', async () => {
    const model = await fakeModel((seen) => ({ text: honestReply(seen, answer).slice(0, -10), finish: 'length' }));
    const document = { ...DOCUMENT, bricks: DOCUMENT.bricks.slice(0, 1) };
    const { result } = await evaluateOn(openEngine({ urls: [model.url], maxOutputTokens: 1_000 }), {
      ...RUN,
      document,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'output_truncated' } });
    expect(model.requests.map(({ body }) => body.max_tokens)).toEqual([1_000, 2_000]);
  });
});

describe('evidence', () => {
  const bricks = DOCUMENT.bricks.slice(0, 1);
  const quoting = async (...given: FakeAnswer['evidence'][]) => {
    const model = await fakeModel(undefined, () => ({
      value: true,
      evidence: given.length > 1 ? (given.shift() ?? []) : (given[0] ?? []),
    }));
    const { result, conversation } = await evaluateOn(openEngine({ urls: [model.url] }), {
      ...RUN,
      document: { ...DOCUMENT, bricks },
    });
    if (!result.ok) throw result.error;
    const [outcome] = result.evaluation.outcomes;
    for (const { text: slice, start, end } of outcome?.evidence ?? [])
      expect(conversation.text.slice(start, end)).toBe(slice);
    return { ...result.evaluation, outcome, calls: model.requests.length };
  };

  it('that cannot be found is dropped and lowers the confidence', async () => {
    const good = await quoting([{ turn: 1, quote: 'I lost my platinum card' }]);
    const mixed = await quoting([
      { turn: 1, quote: 'i lost my PLATINUM card' },
      { turn: 1, quote: 'I lost my golden card' },
    ]);
    expect(good.outcome).toMatchObject({
      evidence: [{ text: 'I lost my platinum card' }],
      confidenceBasis: { evidence: 'exact', quotes_given: 1, quotes_found: 1 },
    });
    expect(mixed.outcome).toMatchObject({
      evidence: [{ text: 'I lost my platinum card' }],
      confidenceBasis: { evidence: 'folded', quotes_given: 2, quotes_found: 1 },
    });
    expect(mixed.outcome?.confidence).toBeLessThan(good.outcome?.confidence ?? 0);
    expect([good.calls, mixed.calls]).toEqual([1, 1]);
  });

  it('that is required and missing is asked for once more', async () => {
    const { outcome, calls, warnings } = await quoting(
      [{ turn: 1, quote: 'I am happy' }],
      [{ turn: 1, quote: 'I lost my platinum card' }],
    );
    expect(calls).toBe(2);
    expect(outcome?.evidence).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('that stays missing is recorded with the answer', async () => {
    const { outcome, calls, warnings } = await quoting([]);
    expect(calls).toBe(2);
    expect(outcome).toMatchObject({ value: true, evidence: [], confidenceBasis: { evidence: 'none' } });
    expect(outcome?.confidence).toBeLessThan(0.5);
    expect(warnings).toEqual(['card_lost: no evidence for the value was found in the conversation.']);
  });

  it('counts only in the turns that the brick covers', async () => {
    const model = await fakeModel();
    const scoped = [{ ...bricks[0], speaker: 'agent' }];
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), {
      ...RUN,
      document: { ...DOCUMENT, bricks: scoped },
    });
    if (!result.ok) throw result.error;
    expect(result.evaluation.outcomes[0]?.evidence).toEqual([]);
  });
});
