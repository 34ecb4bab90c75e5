import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../../test/support/count-turns.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { LaneClock } from '../../queue/lane-clock.ts';
import { createGoldenStore } from './golden-store.ts';

const now = new Date();

describe('the golden store', () => {
  it('reads the answers of a large evaluation in short stretches', async () => {
    const evidence = Array.from({ length: 50 }, (_, start) => ({ text: 'Agent: Hello.', start }));
    const rows = Array.from({ length: 20_000 }, (_, line) => ({ answer: JSON.stringify({ line, evidence }) }));
    const database = { query: async () => ({ rows }) } as unknown as Database;
    const store = createGoldenStore(database, new LaneClock());
    const scope = { workspaceId: newId('ws', now), environment: 'live' as const };
    const turns = await countTurns(async () => {
      expect(await store.answers(scope, newId('evl', now))).toHaveLength(20_000);
    });
    expect(turns).toBeGreaterThan(3);
  });
});
