import { expect, it, vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { feedShadows } from './feed-shadows.ts';
import type { ShadowToFeed } from './store/shadow-store.ts';

const shadow = (backfillId: string): ShadowToFeed => ({
  scope: { workspaceId: `ws_${backfillId}`, environment: 'live' },
  backfillId,
  kitVersionId: backfillId,
  engine: 'auto',
  fedAt: new Date(),
});

it('feeds the other shadows when one cannot be fed, and says which', async () => {
  const advance = vi.fn(async () => ({ moved: 0, open: 0, isMore: false, isCapped: false }));
  const logger = { ...silentLogger, warn: vi.fn() };
  const deps = {
    backfills: { shadowsToFeed: async () => [shadow('broken'), shadow('whole')], advance, endCapped: async () => {} },
    mostOfRun: async (_workspaceId: string, { kitVersionId }: { kitVersionId: string }) => {
      if (kitVersionId === 'broken') throw new Error('the kit cannot be read');
      return () => 0;
    },
    clock: systemClock,
    logger,
  };
  await feedShadows(deps, () => false);
  expect(advance.mock.calls.map(([, backfillId]: unknown[]) => backfillId)).toEqual(['whole']);
  expect(logger.warn).toHaveBeenCalledWith(
    { backfill_id: 'broken', reason: 'the kit cannot be read' },
    expect.any(String),
  );
});
