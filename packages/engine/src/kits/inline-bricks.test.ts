import { describe, expect, it } from 'vitest';
import { inlineBricks } from './inline-bricks.ts';

const FILES: Record<string, string> = {
  '../library/empathy.yaml': 'key: empathy\ntype: boolean\nquestion: Did the agent show empathy?\ngood: true\n',
  'kit.yaml': 'kit: other\nbricks: []\n',
  'list.yaml': '- a\n',
  'broken.yaml': 'a: [',
  'chain.yaml': 'use: ../library/empathy.yaml\n',
};
const read = async (file: string) => FILES[file];
const inline = (...bricks: unknown[]) => inlineBricks(read, { kit: 'calls', bricks });

describe('inlineBricks', () => {
  it('takes the brick of the file, with the members beside use in place of its own', async () => {
    const solved = { key: 'solved', type: 'boolean', question: 'Solved?' };
    const { value, faults } = await inline(
      solved,
      { use: '../library/empathy.yaml' },
      { use: '../library/empathy.yaml', key: 'warmth', section: 'Tone' },
    );
    expect(faults).toEqual([]);
    expect(value).toEqual({
      kit: 'calls',
      bricks: [
        solved,
        { key: 'empathy', type: 'boolean', question: 'Did the agent show empathy?', good: true },
        { key: 'warmth', type: 'boolean', question: 'Did the agent show empathy?', good: true, section: 'Tone' },
      ],
    });
  });

  it('says what is wrong with a file, and quotes nothing of it', async () => {
    const names = ['gone.yaml', 'kit.yaml', 'list.yaml', 'broken.yaml', 'chain.yaml', 5];
    const { faults } = await inline(...names.map((use) => ({ use })));
    expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'bricks[0].use: "gone.yaml" cannot be read',
      'bricks[1].use: "kit.yaml" is a kit: put the brick in a file of its own',
      'bricks[2].use: "list.yaml" is not a brick',
      'bricks[3].use: "broken.yaml" is not valid YAML',
      'bricks[4].use: "chain.yaml" uses another file itself, which is not supported',
      'bricks[5].use: must be the path of a file',
    ]);
  });
});
