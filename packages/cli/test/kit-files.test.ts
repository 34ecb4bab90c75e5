/** The kit commands that need no server, on the real command. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';

let directory: string;
beforeAll(() => {
  directory = temporaryDirectory();
});
afterAll(() => removeDirectory(directory));

const kits = (...args: string[]) => runCommand(['kits', ...args]);
const write = (name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
const kitWith = (more: string) =>
  `kit: review\n${more}\nbricks:\n  - { key: solved, type: boolean, question: Solved? }\n`;

describe('brickwork kits init', () => {
  it('writes a valid kit, and never over an existing file', async () => {
    const file = join(directory, 'kit.yaml');
    expect((await kits('init', file)).code).toBe(0);
    const checked = await kits('check', file);
    expect([checked.code, checked.stdout]).toEqual([0, `${file}: my_kit is valid, 5 bricks\n`]);
    const again = await kits('init', file);
    expect([again.code, again.stderr]).toEqual([2, `${file} already exists.\n`]);
  });

  it('starts from an example, and names them all when there is none such', async () => {
    const file = join(directory, 'churn.yaml');
    expect((await kits('init', file, '--from', 'churn-risk')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('kit: churn_risk');
    const unknown = await kits('init', join(directory, 'x.yaml'), '--from', '../secrets');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('churn-risk, compliance-disclosure')]);
  });
});

describe('brickwork kits check', () => {
  it('lists every fault of every file with its line, and exits with 3', async () => {
    const good = write('good.yaml', kitWith('name: Good'));
    const bad = write(
      'bad.yaml',
      'kit: review\nbricks:\n  - key: mood\n    type: categoricle\n    question: How?\n  - key: mood\n    type: numeric\n',
    );
    const { code, stdout } = await kits('check', good, bad);
    expect(code).toBe(3);
    expect(stdout.split('\n')).toEqual([
      `${good}: review is valid, 1 brick`,
      `${bad}:4: bricks[0].type must be one of numeric, boolean, categorical, text (did you mean "categorical"?)`,
      `${bad}:6: bricks[1].key "mood" is already used by bricks[0]`,
      expect.stringContaining(`${bad}:6: bricks[1].question is missing`),
      '',
    ]);
    const json = JSON.parse((await kits('check', bad, '--json')).stdout);
    expect(json.files[0]).toMatchObject({
      file: bad,
      ok: false,
      faults: [{ path: 'bricks[0].type', line: 4 }, {}, {}],
    });
  });

  it('takes JSON, and says so when a file cannot be read', async () => {
    const json = write('kit.json', '{"kit":"review","bricks":[{"key":"a","type":"boolean","question":"?"}]}');
    expect((await kits('check', json)).code).toBe(0);
    const { code, stderr } = await kits('check', join(directory, 'gone.yaml'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('gone.yaml cannot be read.')]);
  });

  it('inserts knowledge files, but only from the directory of the kit', async () => {
    mkdirSync(join(directory, 'kit', 'policies'), { recursive: true });
    write('outside.md', 'secret');
    write('kit/policies/refunds.md', 'Within 14 days.');
    symlinkSync(join(directory, 'outside.md'), join(directory, 'kit', 'link.md'));
    const check = (file: string) =>
      kits('check', write('kit/kit.yaml', kitWith(`knowledge: [{ name: policy, file: ${file} }]`)));
    expect((await check('policies/refunds.md')).code).toBe(0);
    for (const file of ['../outside.md', 'link.md', join(directory, 'outside.md'), 'gone.md', 'policies']) {
      const { code, stdout } = await check(file);
      expect([code, stdout]).toEqual([3, expect.stringContaining(`knowledge[0].file "${file}" cannot be read`)]);
    }
  });
});

describe('brickwork kits diff and types', () => {
  it('compares two files, and exits with 3 with --strict', async () => {
    const before = write('before.yaml', kitWith('name: Before'));
    const after = write('after.yaml', kitWith('name: Before').replace('solved, type', 'done, type'));
    const { code, stdout } = await kits('diff', before, after);
    expect([code, stdout]).toEqual([
      0,
      '+ done (boolean)\n- solved (boolean)\n\nThis breaks consumers:\n  "solved" is gone from the output.\n',
    ]);
    expect((await kits('diff', before, after, '--strict')).code).toBe(3);
    expect((await kits('diff', before, before, '--strict')).stdout).toBe('Nothing changes.\n');
    expect(JSON.parse((await kits('diff', after, before, '--json')).stdout)).toMatchObject({ breaking: true });
  });

  it('prints TypeScript types of a file', async () => {
    const { code, stdout } = await kits('types', write('typed.yaml', kitWith('')));
    expect(code).toBe(0);
    expect(stdout).toContain('export interface ReviewOutput {');
  });
});

describe('shared bricks', () => {
  it('are refused with the reason: a missing file, another kit, a file outside of the kit’s surroundings', async () => {
    mkdirSync(join(directory, 'team', 'kits'), { recursive: true });
    write('team/whole.yaml', kitWith(''));
    write('outside.yaml', 'key: a\ntype: boolean\nquestion: Outside?\n');
    const bricks = ['use: ../none.yaml', 'use: ../whole.yaml', 'use: ../../outside.yaml', 'use: 3'];
    const file = write('team/kits/kit.yaml', `kit: review\nbricks:\n${bricks.map((use) => `  - ${use}\n`).join('')}`);
    const { code, stdout } = await kits('check', file);
    expect(code).toBe(3);
    expect(stdout).toContain('bricks[0].use "../none.yaml" cannot be read');
    expect(stdout).toContain('bricks[1].use "../whole.yaml" is a kit: put the brick in a file of its own');
    expect(stdout).toContain('bricks[2].use "../../outside.yaml" cannot be read');
    expect(stdout).toContain('bricks[3].use must be the path of a file');
    expect(stdout).not.toContain('Outside?');
  });

  it('work in checks and types, with what the kit replaces', async () => {
    mkdirSync(join(directory, 'shared', 'kits'), { recursive: true });
    write(
      'shared/mood.yaml',
      'key: mood\ntype: categorical\nquestion: How is it?\ncategories: [{ value: good }, { value: bad }]\n',
    );
    const file = write(
      'shared/kits/kit.yaml',
      'kit: review\nbricks:\n  - { use: ../mood.yaml, key: mood_at_end, many: true }\n',
    );
    expect((await kits('check', file)).stdout).toBe(`${file}: review is valid, 1 brick\n`);
    const { stdout } = await kits('types', file);
    expect(stdout).toContain('mood_at_end');
    expect(stdout).toMatch(/\("good" \| "bad"\)\[\]|\('good' \| 'bad'\)\[\]/);
  });
});

describe('brickwork kits learn', () => {
  it('writes a valid kit that has learned, and never over an existing file', async () => {
    const kit = write(
      'machines.yaml',
      'kit: machines\nbricks:\n  - key: fault\n    type: categorical\n    question: Which fault?\n    categories: [{ value: alpha }, { value: beta }]\n',
    );
    const said = { alpha: 'The blue lamp blinks', beta: 'The grinder is far too loud' };
    const lines = Array.from({ length: 24 }, (_, index) => {
      const fault = index % 2 === 0 ? ('alpha' as const) : ('beta' as const);
      return JSON.stringify({ input: { transcript: `Customer: ${said[fault]}, day ${index}.` }, expected: { fault } });
    });
    const golden = write('machines.jsonl', lines.join('\n'));
    const { code, stdout } = await kits('learn', kit, golden, '--json');
    expect(code).toBe(0);
    const { out, learned } = JSON.parse(stdout);
    expect([out, learned]).toEqual([join(directory, 'machines.learned.json'), ['fault']]);
    expect((await kits('check', out)).code).toBe(0);
    const again = await kits('learn', kit, golden);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
    expect((await kits('learn', kit, join(directory, 'gone.jsonl'))).code).toBe(2);
  }, 60_000);
});
