import type { KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { ModelEngine, ModelRequest } from '../model/model-engine.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { type AnswerLocally, evaluateKit } from './evaluate-kit.ts';
import { serveEvaluations } from './serve-evaluations.ts';
import { resultOf } from './thread-reply.ts';

const KIT: KitDocument = {
  kit: 'mixed',
  bricks: [
    { key: 'mood', type: 'text', question: 'What mood?' },
    { key: 'words', type: 'numeric', metric: 'word_count' },
    { key: 'rude', type: 'boolean', question: 'Rude?', engine: 'local' },
    { key: 'score', type: 'numeric', question: 'How good?', engine: 'big-model' },
  ],
};
const INPUT = { transcript: 'Agent: hi there', language: 'en' };

const outcome = (key: string, value: string): BrickOutcome => ({
  key,
  value,
  confidence: 0.5,
  basis: 'weak',
  reason: 'Because.',
  evidence: [],
});

const engine: LocalEngine = (_kit, bricks) => ({
  outcomes: bricks.map(({ key }) => outcome(key, 'local')),
  warnings: [],
});

/** The pool without its threads. */
const local: AnswerLocally = async (task) => resultOf(await serveEvaluations(engine)(task));

function recordingModel(): ModelEngine & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    answer: async (request) => {
      requests.push(request);
      const used = { calls: 1, inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 };
      request.onUsage({ ...used, isEstimated: false, byModel: { [request.model]: used } });
      return {
        outcomes: request.bricks.map(({ key }) => outcome(key, request.model)),
        warnings: [`asked ${request.model}`],
        model: request.model === 'auto' ? 'house-model' : request.model,
      };
    },
  };
}

const values = (outcomes: ReadonlyArray<{ key: string; value: unknown }>) =>
  outcomes.map(({ key, value }) => [key, value]);

describe('evaluateKit', () => {
  it('answers everything locally when there is no model, and says which model was not asked', async () => {
    const evaluation = await evaluateKit({ local }, { kit: KIT, input: INPUT });
    expect(values(evaluation.outcomes)).toEqual([
      ['mood', 'local'],
      ['words', 2],
      ['rude', 'local'],
      ['score', 'local'],
    ]);
    expect(evaluation).toMatchObject({
      engine: 'local',
      warnings: ['score: no model is configured, so big-model was not asked; answered by local.'],
    });
  });

  it('gives each brick to its engine, in as few requests as models', async () => {
    const model = recordingModel();
    const evaluation = await evaluateKit({ local, model }, { kit: KIT, input: INPUT });
    expect(values(evaluation.outcomes)).toEqual([
      ['mood', 'auto'],
      ['words', 2],
      ['rude', 'local'],
      ['score', 'big-model'],
    ]);
    expect(evaluation).toMatchObject({
      engine: 'model',
      model: 'house-model, big-model',
      warnings: ['asked auto', 'asked big-model'],
      usage: { calls: 2, inputTokens: 20, cachedInputTokens: 8, outputTokens: 4 },
    });
    expect(model.requests[0]?.conversation.turns).toHaveLength(1);
  });

  it('uses the engine that the caller names instead of those of the kit and its bricks', async () => {
    const model = recordingModel();
    const evaluation = await evaluateKit({ local, model }, { kit: KIT, input: INPUT, engine: 'local' });
    expect(evaluation).toMatchObject({ engine: 'local', warnings: [] });
    expect(model.requests).toEqual([]);
    const named = await evaluateKit({ local, model }, { kit: KIT, input: INPUT, engine: 'other-model' });
    expect(values(named.outcomes)).toEqual([
      ['mood', 'other-model'],
      ['words', 2],
      ['rude', 'other-model'],
      ['score', 'other-model'],
    ]);
  });

  const asked = (model: ReturnType<typeof recordingModel>) =>
    model.requests.map(({ bricks }) => bricks.map(({ key }) => key));
  const flags = (count: number, more: object = {}): KitDocument['bricks'] =>
    Array.from({ length: count }, (_, n) => ({ key: `flag_${n}`, type: 'boolean', question: 'So?', ...more }));
  const REASON: KitDocument['bricks'][number] = { key: 'reason', type: 'text', question: 'Why?' };

  it('asks a model the bricks of conditions first where that takes no more calls, and only what applies after that', async () => {
    const kit: KitDocument = {
      kit: 'staged',
      bricks: [
        REASON,
        ...flags(10, { applies_when: { brick: 'reason', is: 'refund' } }),
        { key: 'last', type: 'text', question: 'What?', applies_when: { brick: 'reason', is: 'auto' } },
      ],
    };
    const model = recordingModel();
    const { outcomes } = await evaluateKit({ local, model }, { kit, input: INPUT });
    expect(asked(model)).toEqual([['reason'], ['last']]);
    expect(outcomes.map(({ value, applicability }) => applicability ?? value)).toEqual([
      'auto',
      ...Array.from({ length: 10 }, () => 'not_applicable'),
      'auto',
    ]);
  });

  it('asks everything at once where a second call would cost more, and drops what does not apply', async () => {
    const kit: KitDocument = {
      kit: 'single',
      bricks: [REASON, ...flags(2, { applies_when: { brick: 'reason', is: 'refund' } })],
    };
    const model = recordingModel();
    const { outcomes } = await evaluateKit({ local, model }, { kit, input: INPUT });
    expect(asked(model)).toEqual([['reason', 'flag_0', 'flag_1']]);
    expect(outcomes.map(({ applicability }) => applicability)).toEqual([undefined, 'not_applicable', 'not_applicable']);
  });

  it('lets bricks of one engine wait for those of the other, and never asks for scores', async () => {
    const kit: KitDocument = {
      kit: 'chain',
      bricks: [
        {
          key: 'total',
          type: 'numeric',
          score: {
            items: [
              { brick: 'third', is: 'auto', points: 5 },
              { brick: 'second', is: 'local', points: 15 },
            ],
            fail_if: [{ brick: 'first', is: 'rude' }],
          },
        },
        { ...REASON, key: 'third', applies_when: { brick: 'second', is: 'local' } },
        { ...REASON, key: 'second', engine: 'local', applies_when: { brick: 'first', is: 'auto' } },
        { ...REASON, key: 'first' },
      ],
    };
    const model = recordingModel();
    const evaluation = await evaluateKit({ local, model }, { kit, input: INPUT });
    expect(values(evaluation.outcomes)).toEqual([
      ['total', 100],
      ['third', 'auto'],
      ['second', 'local'],
      ['first', 'auto'],
    ]);
    expect(evaluation.usage?.calls).toBe(model.requests.length);
  });

  it('asks no model when the local answers say that nothing for it applies', async () => {
    const kit: KitDocument = {
      kit: 'none',
      bricks: [
        { ...REASON, engine: 'local' },
        { key: 'more', type: 'text', question: 'What?', applies_when: { brick: 'reason', is: 'refund' } },
      ],
    };
    const model = recordingModel();
    const { engine: answeredBy, outcomes } = await evaluateKit({ local, model }, { kit, input: INPUT });
    expect(model.requests).toEqual([]);
    expect(answeredBy).toBe('local');
    expect(outcomes[1]).toMatchObject({ value: null, applicability: 'not_applicable' });
  });
});

describe('engine: auto with a model and a reader', () => {
  const kit: KitDocument = {
    kit: 'two',
    bricks: [
      { key: 'plain', type: 'boolean', question: 'Plain?' },
      { key: 'hard', type: 'boolean', question: 'Hard?' },
      { key: 'words', type: 'boolean', question: 'Only words?' },
      { key: 'after', type: 'boolean', question: 'After?', applies_when: { brick: 'plain', is: true } },
      { key: 'named', type: 'boolean', question: 'Named?', engine: 'big-model' },
    ],
  };
  const sureness: Record<string, [number, BrickOutcome['basis']]> = {
    plain: [0.98, 'read'],
    hard: [0.88, 'read'],
    words: [0.99, 'lexical'],
    after: [0.99, 'learned'],
    named: [0.99, 'read'],
  };
  const reader: LocalEngine = (_kit, bricks) => ({
    outcomes: bricks.map(({ key }) => {
      const [confidence, basis] = sureness[key] ?? [0, 'weak'];
      return { ...outcome(key, 'local'), value: true, confidence, basis };
    }),
    warnings: [],
  });
  const readLocally: AnswerLocally = async (task) => resultOf(await serveEvaluations(reader)(task));
  const asked = async (document: KitDocument, reads = true) => {
    const model = recordingModel();
    const { outcomes } = await evaluateKit({ local: readLocally, reads, model }, { kit: document, input: INPUT });
    expect(outcomes.map(({ key }) => key)).toEqual(document.bricks.map(({ key }) => key));
    return model.requests.map(({ model: name, bricks }) => [name, bricks.map(({ key }) => key)]);
  };

  it('keeps what was read surely and asks the model the rest in one batch', async () => {
    expect(await asked(kit)).toEqual([
      ['auto', ['hard', 'words']],
      ['big-model', ['named']],
    ]);
  });

  it('takes the threshold of the kit', async () => {
    expect(await asked({ ...kit, local_from: 0.85 })).toEqual([
      ['auto', ['words']],
      ['big-model', ['named']],
    ]);
    expect((await asked({ ...kit, local_from: 1 }))[0]).toEqual(['auto', expect.arrayContaining(['plain', 'hard'])]);
  });

  it('takes the threshold of a brick before that of the kit', async () => {
    const bricks = kit.bricks.map((brick) => (brick.key === 'hard' ? { ...brick, local_from: 0.85 } : brick));
    expect((await asked({ ...kit, bricks, local_from: 1 }))[0]).toEqual(['auto', expect.not.arrayContaining(['hard'])]);
    const never = kit.bricks.map((brick) => (brick.key === 'plain' ? { ...brick, local_from: 1 } : brick));
    expect((await asked({ ...kit, bricks: never, local_from: 0.85 }))[0]).toEqual([
      'auto',
      expect.arrayContaining(['plain']),
    ]);
  });

  it('asks the model everything where nothing is read', async () => {
    expect((await asked(kit, false))[0]).toEqual(['auto', expect.arrayContaining(['plain', 'hard', 'words'])]);
  });
});
