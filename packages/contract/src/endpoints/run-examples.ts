/** Examples that the reference shows; a test checks them against their schemas. */
export const runExample = {
  run_id: 'run_01m7er7dfgeqcrm640y1251418',
  status: 'succeeded',
  type: 'api',
  mode: 'async',
  kit_id: '019a1dd8-3b67-7285-9957-303fcf651830',
  kit_code: 'K7TQ2MXB',
  kit_version_id: '019a1dd8-3b67-7285-9957-303fcf651831',
  kit_version: 3,
  occurred_at: '2026-11-15T08:12:00.000Z',
  created_at: '2026-11-15T08:30:00.000Z',
  started_at: '2026-11-15T08:30:00.004Z',
  completed_at: '2026-11-15T08:30:00.013Z',
  duration_ms: 9,
  external_id: 'call-4711',
  engine: 'local',
  output: {
    kit_code: 'K7TQ2MXB',
    kit_version_id: '019a1dd8-3b67-7285-9957-303fcf651831',
    bricks: {
      contact_reason: {
        value: 'replace_card',
        confidence: 0.93,
        reason: 'The customer says that a card was lost.',
        evidence: ['I lost my card.'],
      },
    },
  },
};

export const acceptedExample = { run_id: runExample.run_id, status: 'processing', type: 'api' };

export const usageExample = {
  run_id: runExample.run_id,
  status: 'succeeded',
  engine: 'local',
  attempts: 1,
  calls: 0,
  tokens: { input: 0, cached_input: 0, output: 0, total: 0 },
  credits: 0,
  estimated: false,
};
