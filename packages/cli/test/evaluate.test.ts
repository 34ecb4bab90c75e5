import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { sharedTestService } from '../../../test/support/test-service.ts';

const KIT = `
kit: calls
knowledge:
  - { name: policy, file: policy.md }
bricks:
  - { key: words, type: numeric, metric: word_count }
  - key: card_named
    type: boolean
    question: Does the customer name a card?
    hints: { keywords: [card] }
`;
/** Counts the agent's words alone, and so gets every line wrong. */
const EARLIER = KIT.replace('metric: word_count', 'metric: word_count, speaker: agent');

const call = (id: string, words: string, expected: object) =>
  JSON.stringify({ external_id: id, input: { transcript: `Agent: hello\nCustomer: ${words}` }, expected });
const GOLDEN = [
  call('one', 'I lost my card', { words: 5, card_named: true }),
  call('two', 'when do you open', { words: 5 }),
  call('three', 'what is my balance today', { words: 6 }),
].join('\n');

describe('brickwork evaluate', () => {
  let directory = '';
  const file = (name: string) => join(directory, name);

  beforeEach(() => {
    directory = temporaryDirectory();
    writeFileSync(file('policy.md'), 'Cards are replaced for free.');
    writeFileSync(file('kit.yaml'), KIT);
    writeFileSync(file('earlier.yaml'), EARLIER);
    writeFileSync(file('set.jsonl'), GOLDEN);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const evaluate = (...args: string[]) => runCommand(['evaluate', ...args]);

  it('prints one JSON document with the figures of every judged brick', async () => {
    const { code, stdout, stderr } = await evaluate(file('kit.yaml'), file('set.jsonl'), '--json', '--engine', 'local');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      kit: 'calls',
      golden: file('set.jsonl'),
      engine: 'local',
      bricks: [
        {
          key: 'words',
          type: 'numeric',
          n: 3,
          accuracy: 1,
          mae: 0,
          spearman: 1,
          ece: 0,
          max_confidence: 1,
          share_at_80: 1,
          accuracy_at_80: 1,
        },
        expect.objectContaining({ key: 'card_named', type: 'boolean', n: 1, accuracy: 1, macro_f1: 1 }),
      ],
      failed: [],
    });
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('prints a table, and beside an earlier version what changed', async () => {
    const { code, stdout } = await evaluate(file('kit.yaml'), file('set.jsonl'), '--against', file('earlier.yaml'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^calls on .*set\.jsonl, engine local$/m);
    expect(stdout).toMatch(/^words +numeric +3 +1\.000/m);
    expect(stdout).toMatch(/^words +3 +0\.000 +1\.000 +3 +0 +0\.25$/m);
    expect(stdout).toContain('words, two: 1 → 5 (expected 5)');
  });

  it('takes the version to compare with from the server', async () => {
    const service = await sharedTestService();
    try {
      const environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
      const pushed = await runCommand(['kits', 'push', file('earlier.yaml'), '--publish'], environment);
      expect(pushed).toMatchObject({ code: 0, stderr: '' });
      const args = ['evaluate', file('kit.yaml'), file('set.jsonl'), '--against', '1', '--json'];
      const { code, stdout } = await runCommand(args, environment);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).against).toMatchObject({
        kit: '1',
        bricks: [
          { key: 'words', n: 3, accuracy_before: 0, accuracy_after: 1, gained: 3, lost: 0, p: 0.25 },
          { key: 'card_named', n: 1, flips: [] },
        ],
      });
    } finally {
      await service.stop();
    }
  });

  it.each([
    ['a kit with faults', ['bad.yaml', 'set.jsonl'], /bad\.yaml:1: kit must be lower-case/],
    ['a kit that is not there', ['none.yaml', 'set.jsonl'], /none\.yaml cannot be read/],
    ['a set that is not there', ['kit.yaml', 'none.jsonl'], /none\.jsonl cannot be read/],
    ['a set with a wrong line', ['kit.yaml', 'bad.jsonl'], /bad\.jsonl:1: expected\.mood is not a brick of the kit/],
    [
      'a model where there is none',
      ['kit.yaml', 'set.jsonl', '--engine', 'big'],
      /--engine can be auto, local or a model/,
    ],
  ])('explains %s, without a stack trace', async (_what, [kit = '', golden = '', ...more], message) => {
    writeFileSync(file('bad.yaml'), KIT.trim().replace('calls', 'Calls!'));
    writeFileSync(file('bad.jsonl'), call('one', 'hi', { mood: 'fine' }));
    const { code, stdout, stderr } = await evaluate(file(kit), file(golden), ...more);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('lists lines that cannot be evaluated and scores the others', async () => {
    const broken = JSON.stringify({ external_id: 'odd', input: { transcript: [{ text: 4 }] }, expected: { words: 1 } });
    writeFileSync(file('set.jsonl'), `${GOLDEN}\n${broken}\n`);
    const { code, stdout } = await evaluate(file('kit.yaml'), file('set.jsonl'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      bricks: [{ key: 'words', n: 4, accuracy: 0.75 }, { key: 'card_named' }],
      failed: [{ line: 4, external_id: 'odd', error: 'transcript[0].text must be a string' }],
    });
  });
});
