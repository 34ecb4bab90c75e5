/** Examples for the reference, shared by the endpoints about kits. */
const kitId = '01935c3a-6f10-7c1a-9d2e-3f4a5b6c7d8e';
const kitVersionId = '01935c3a-6f1b-7e42-8a11-0c2d4e6f8a9b';

export const brickId = '01935c3a-6f12-7b0c-8c55-1d2e3f4a5b6c';

export const document = {
  kit: 'support_call',
  name: 'Support call review',
  bricks: [
    {
      key: 'resolved',
      type: 'boolean',
      question: 'Was the problem solved on the call?',
      output: ['confidence', 'evidence'],
    },
  ],
};

export const pushed = {
  kit_id: kitId,
  kit_code: 'K7TQ2MXB',
  kit_version_id: kitVersionId,
  version: 3,
  kit: 'support_call',
  status: 'draft',
};

export const kit = {
  kit_id: kitId,
  kit_code: 'K7TQ2MXB',
  kit: 'support_call',
  name: 'Support call review',
  status: 'published',
  kit_version_id: kitVersionId,
  version: 3,
  newest_version: 4,
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-16T10:00:00.000Z',
};

const { kit_version_id: _versionId, version: _version, ...unpublished } = kit;
export const archived = { ...unpublished, status: 'archived', archived_at: '2026-11-17T09:00:00.000Z' };

export const kitSchema = {
  kit_id: kitId,
  kit_code: 'K7TQ2MXB',
  kit_version_id: kitVersionId,
  version: 3,
  status: 'published',
  name: 'Support call review',
  input: { fields: { transcript: { type: 'conversation', required: true } } },
  bricks: [
    {
      brick_id: brickId,
      key: 'resolved',
      name: 'resolved',
      type: 'boolean',
      output_fields: ['value', 'confidence', 'evidence'],
    },
  ],
  json_schema: { type: 'object' },
};

const versionEntry = {
  kit_version_id: kitVersionId,
  version: 3,
  status: 'published',
  live: true,
  created_at: '2026-11-16T09:00:00.000Z',
  published_at: '2026-11-16T10:00:00.000Z',
};

export const versions = { kit_id: kitId, kit_code: 'K7TQ2MXB', data: [versionEntry], has_more: false };

export const version = { ...versionEntry, kit_id: kitId, kit_code: 'K7TQ2MXB', document };

export const diff = {
  from: 2,
  to: 3,
  breaking: true,
  breaks: [{ key: 'mood', message: '"mood" can no longer be "angry".' }],
  added: [{ key: 'resolved', type: 'boolean' }],
  removed: [],
  changed: [{ key: 'mood', breaking: true, changes: [{ field: 'question', from: 'How?', to: 'How did it end?' }] }],
  kit: [],
};

export const tested = {
  valid: true,
  type: 'api',
  ...kitSchema,
  output: {
    kit_code: 'K7TQ2MXB',
    kit_version_id: kitVersionId,
    bricks: { resolved: { value: false, confidence: 0, evidence: [] } },
  },
};
