import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { NO_ANSWER_FILTER } from '../runs/answer-filter.ts';
import { readCells } from './changes/read-cells.ts';
import { type ReadInsights, readInsights } from './read-insights.ts';

const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;
const DEPS = {
  clock: systemClock,
  kits: { store: { findKit: async () => ({ kitId: 'kit_1', kitCode: 'ABCDEFGH' }) } },
  insights: {
    counts: async () => 'too_many',
    bricks: async () => [],
    knownAnswers: () => ({}),
  },
} as unknown as ReadInsights;
const COUNTED = {
  ...{ from: '2026-01-01', to: '2026-03-01', timezone: 'UTC' },
  as: 'given',
  filter: { status: undefined, type: undefined, by: NO_ANSWER_FILTER },
} as const;

describe('more runs than can be read one by one', () => {
  const refused = {
    code: 'invalid_parameter',
    detail: expect.stringMatching(/^from: at most 100,000 runs .*fewer days/),
  };

  it('are refused by insights, with what to do', async () => {
    const asked = readInsights(DEPS, SCOPE, { ...COUNTED, kit: 'review', groupBy: ['day'], cursor: undefined });
    await expect(asked).rejects.toMatchObject(refused);
  });

  it('are refused where days are compared', async () => {
    const keys = { team: undefined, agent: undefined };
    await expect(readCells(DEPS, SCOPE, [], { ...COUNTED, kitId: 'kit_1', keys })).rejects.toMatchObject(refused);
  });
});
