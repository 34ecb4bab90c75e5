import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../core/service-error.ts';
import { EvaluationDeadlineError } from '../evaluation/evaluation-deadline-error.ts';
import { type Kit, normaliseKit } from '../kits/normalise-kit.ts';
import { evaluateGolden, type GoldenEngine, type GoldenOptions } from './evaluate-golden.ts';

const KIT = normaliseKit({
  kit: 'calls',
  bricks: [
    { key: 'polite', type: 'boolean', question: 'Polite?' },
    { key: 'reason', type: 'categorical', categories: [{ value: 'bill' }, { value: 'card' }] },
    { key: 'unjudged', type: 'text', question: 'What?' },
  ],
});

const line = (transcript: string, expected: object, external_id = transcript) =>
  JSON.stringify({ external_id, input: { transcript }, expected });

/** Answers by what the transcript says: "bill polite" is a polite call about a bill. */
function engine(onEvaluate: (transcript: string) => void = () => undefined): GoldenEngine {
  return {
    name: 'local',
    version: '1',
    evaluate: async (_kit, { transcript }) => {
      const text = String(transcript);
      onEvaluate(text);
      if (text === 'unreadable') throw new ServiceError('kit_input_invalid', { detail: 'transcript is wrong' });
      if (text === 'endless') throw new EvaluationDeadlineError(5);
      const outcome = (key: string, value: string | boolean) =>
        ({ key, value, confidence: 0.9, basis: 'weak', reason: '', evidence: [] }) as const;
      const outcomes = [
        { ...outcome('polite', text.includes('polite')), evidence: [] },
        { ...outcome('reason', text.includes('bill') ? 'bill' : 'card'), evidence: [] },
        { ...outcome('unjudged', 'x'), evidence: [] },
      ];
      return { outcomes, warnings: [], engine: 'local' };
    },
  };
}

describe('evaluateGolden', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'golden-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function golden(...lines: string[]): string {
    const path = join(directory, 'set.golden.jsonl');
    writeFileSync(path, lines.join('\n'));
    return path;
  }

  const evaluate = (path: string, options: Partial<GoldenOptions> = {}) =>
    evaluateGolden(KIT, path, { engine: engine(), ...options });

  it('scores each brick over the lines that have an expected value', async () => {
    const path = golden(
      line('bill polite', { polite: true, reason: 'bill' }),
      '',
      line('card', { polite: true }),
      line('card polite', { polite: true, reason: 'card' }, 'c-3'),
    );
    const progress: string[] = [];
    const { report, answers } = await evaluate(path, {
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(report).toMatchObject({ kit: 'calls', golden: path, engine: 'local', failed: [] });
    expect(report.bricks.map(({ key, n, accuracy }) => [key, n, accuracy])).toEqual([
      ['polite', 3, 0.6667],
      ['reason', 2, 1],
    ]);
    expect(answers.get('reason')?.map(({ line: number, externalId }) => [number, externalId])).toEqual([
      [1, 'bill polite'],
      [4, 'c-3'],
    ]);
    expect(progress.at(-1)).toBe('3/3');
  });

  it('counts lines that fail as wrong and lists them', async () => {
    const path = golden(
      line('unreadable', { polite: false }),
      line('endless', { polite: false }),
      line('bill', { polite: false }),
    );
    const { report } = await evaluate(path);
    expect(report.failed).toEqual([
      { line: 1, external_id: 'unreadable', error: 'transcript is wrong' },
      {
        line: 2,
        external_id: 'endless',
        error: 'The evaluation took more than 5 ms of computing time and was stopped.',
      },
    ]);
    expect(report.bricks).toMatchObject([{ key: 'polite', n: 3, accuracy: 0.3333, max_confidence: 0.9 }]);
  });

  it.each([
    [':2: is not JSON', ['', '{']],
    [':1: needs `input` and `expected` as objects', ['{"input": []}']],
    [':1: expected.mood is not a brick of the kit', [line('bill', { mood: 'x' })]],
    [' has no lines.', ['', '']],
  ])('refuses a set: %s', async (detail, lines) => {
    const path = golden(...lines);
    await expect(evaluate(path)).rejects.toMatchObject({ detail: `${path}${detail}` });
  });

  it('says that a set cannot be read', async () => {
    await expect(evaluate('/no/such/set.jsonl')).rejects.toMatchObject({
      detail: '/no/such/set.jsonl cannot be read.',
    });
  });

  it('skips bricks that an earlier version does not have', async () => {
    const path = golden(line('bill', { polite: false, mood: 'fine' }));
    const mood = { key: 'mood', name: 'Mood', type: 'text', output: [] } as const;
    const writtenFor: Kit = { ...KIT, bricks: [...KIT.bricks, { ...mood, output: [] }] };
    const { report } = await evaluate(path, { writtenFor });
    expect(report.bricks.map(({ key }) => key)).toEqual(['polite']);
  });

  it('resumes where it was stopped, and leaves no file when it is done', async () => {
    const names = ['bill one', 'bill two', 'bill three', 'bill four'];
    const path = golden(...names.map((name) => line(name, { polite: false })));
    const resumeFile = join(directory, 'partial');
    const broken = engine((text) => {
      if (text === 'bill three') throw new Error('power cut');
    });
    await expect(evaluate(path, { engine: broken, resumeFile, concurrency: 1 })).rejects.toThrow('power cut');
    writeFileSync(resumeFile, '{"line": 3, "answ', { flag: 'a' });
    const asked: string[] = [];
    const { report } = await evaluate(path, { engine: engine((text) => asked.push(text)), resumeFile });
    expect(asked).toEqual(['bill three', 'bill four']);
    expect(report.bricks[0]).toMatchObject({ n: 4, accuracy: 1 });
    expect(existsSync(resumeFile)).toBe(false);
  });

  it('starts again when the set or the engine changed', async () => {
    const path = golden(line('bill one', { polite: false }), line('bill two', { polite: false }));
    const resumeFile = join(directory, 'partial');
    const stop = engine((text) => {
      if (text === 'bill two') throw new Error('power cut');
    });
    await expect(evaluate(path, { engine: stop, resumeFile, concurrency: 1 })).rejects.toThrow('power cut');
    const kept = readFileSync(resumeFile, 'utf8');
    const asked: string[] = [];
    const other = { ...engine((text) => asked.push(text)), version: '2' };
    await evaluate(path, { engine: other, resumeFile });
    writeFileSync(resumeFile, kept);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    await evaluate(path, { engine: engine((text) => asked.push(text)), resumeFile });
    expect(asked).toEqual(['bill one', 'bill two', 'bill one', 'bill two']);
  });
});
