import { describe, expect, it } from 'vitest';
import { inlineKnowledge } from './inline-knowledge.ts';

const files = new Map([['refunds.md', 'Within 14 days.']]);
const read = async (file: string) => files.get(file);

describe('inlineKnowledge', () => {
  it('replaces the file with its text and leaves the rest unchanged', async () => {
    const document = {
      kit: 'review',
      knowledge: [
        { name: 'refunds', file: 'refunds.md' },
        { name: 'tone', text: 'Kind.' },
      ],
    };
    expect(await inlineKnowledge(read, document)).toEqual({
      value: {
        kit: 'review',
        knowledge: [
          { name: 'refunds', text: 'Within 14 days.' },
          { name: 'tone', text: 'Kind.' },
        ],
      },
      faults: [],
    });
    expect(document.knowledge[0]).toEqual({ name: 'refunds', file: 'refunds.md' });
  });

  it('says which file cannot be read', async () => {
    const { faults } = await inlineKnowledge(read, { knowledge: [{ name: 'x', file: 'gone.md' }] });
    expect(faults).toEqual([{ path: 'knowledge[0].file', message: '"gone.md" cannot be read' }]);
  });

  it.each([null, 3, [], {}, { knowledge: 'x' }, { knowledge: [3] }])(
    'passes %j on for the check to judge',
    async (value) => {
      expect(await inlineKnowledge(read, value)).toEqual({ value, faults: [] });
    },
  );
});
