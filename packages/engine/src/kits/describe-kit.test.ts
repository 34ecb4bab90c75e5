import { describe, expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';
import { describeKit } from './describe-kit.ts';

describe('describeKit', () => {
  it('lists the bricks with their ids and output fields, and leaves out what only engines need', () => {
    const checked = checkKit({
      kit: 'review',
      name: 'Review',
      description: 'What happened.',
      bricks: [
        {
          key: 'score',
          type: 'numeric',
          question: 'How?',
          step: 5,
          description: 'Of the call.',
          output: ['confidence'],
        },
        {
          key: 'mood',
          type: 'categorical',
          question: 'How?',
          categories: [
            { value: 'good', hints: { keywords: ['great'] } },
            { value: 'bad', description: 'Angry.' },
          ],
        },
        { key: 'words', type: 'numeric', metric: 'word_count', output: [] },
      ],
    });
    if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
    const description = describeKit({
      kitId: 'kit-1',
      kitCode: 'ABCDEFGH',
      kitVersionId: 'version-1',
      version: 3,
      status: 'published',
      kit: checked.kit,
      brickIds: ['brick-1', 'brick-2', 'brick-3'],
    });
    expect(description).toEqual({
      kit_id: 'kit-1',
      kit_code: 'ABCDEFGH',
      kit_version_id: 'version-1',
      version: 3,
      status: 'published',
      name: 'Review',
      description: 'What happened.',
      input: { fields: { transcript: { type: 'conversation', required: true } } },
      bricks: [
        {
          brick_id: 'brick-1',
          key: 'score',
          name: 'score',
          type: 'numeric',
          description: 'Of the call.',
          output_fields: ['value', 'confidence'],
          min: 0,
          max: 100,
          step: 5,
        },
        {
          brick_id: 'brick-2',
          key: 'mood',
          name: 'mood',
          type: 'categorical',
          output_fields: ['value', 'confidence', 'reason', 'evidence'],
          categories: [{ value: 'good' }, { value: 'bad', description: 'Angry.' }],
        },
        {
          brick_id: 'brick-3',
          key: 'words',
          name: 'words',
          type: 'numeric',
          output_fields: ['value'],
          min: 0,
          step: 1,
        },
      ],
      json_schema: expect.objectContaining({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    });
  });
});
