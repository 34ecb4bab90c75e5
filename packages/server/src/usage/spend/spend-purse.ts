/**
 * The purse of a workspace: before a call to a model, its maximum cost is reserved in the database; afterwards the actual cost replaces it.
 * So caps hold exactly, on any number of nodes, and the reservations of a killed node count as spent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Purse } from '@brickwork/engine/model/purse';
import { newUuid } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import { type ModelPrice, microCreditsOf, type PricedTokens } from '../credits.ts';
import { SpendCapReached } from '../spend-cap-reached.ts';
import type { SpendStore } from '../store/spend-store.ts';

export interface SpendPurses {
  store: Pick<SpendStore, 'reserve' | 'settle' | 'tellCrossed'>;
  prices: Readonly<Record<string, ModelPrice>>;
  /** Longer than any call may take. */
  validForMs: number;
  /** Between retries, while calls in progress have reserved the rest: they will cost less, so there may be room later. */
  pausesMs?: readonly number[];
  logger: Logger;
}

/** Whose calls they are. */
export interface Spender {
  workspaceId: string;
  /** Undefined for calls without a kit. */
  kitId: string | undefined;
  /** The behaviour at the cap, whatever its setting: an evaluation cannot wait for a month, and cannot be answered by another engine. */
  atCap?: 'fail';
}

export type OpenPurse = (spender: Spender) => Purse;

const BUSY_PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400];
const BUSY_RETRY_MS = 5_000;

export function createSpendPurses(options: SpendPurses): OpenPurse {
  const { store, prices, validForMs, pausesMs = BUSY_PAUSES_MS, logger } = options;
  return ({ workspaceId, kitId, atCap: always }) => {
    const reserve = async (microCredits: number): Promise<string> => {
      for (const pauseMs of [...pausesMs, undefined]) {
        const reservation = newUuid();
        const refusal = await store.reserve({ workspaceId, kitId, reservation, microCredits, validForMs });
        if (refusal === undefined) return reservation;
        const { cap, isReached, atCap, endsAt } = refusal;
        if (isReached) {
          await store.tellCrossed(workspaceId, { reached: cap });
          throw new SpendCapReached(cap, always ?? atCap, Math.max(1_000, endsAt.getTime() - Date.now()));
        }
        if (pauseMs === undefined) throw new SpendCapReached(cap, 'hold', BUSY_RETRY_MS);
        await sleep(pauseMs);
      }
      throw new Error('unreachable: the last pause is undefined');
    };
    return {
      async setAside(model, most) {
        const costOf = (tokens: PricedTokens) => microCreditsOf({ [model]: tokens }, prices);
        const reservation = await reserve(costOf({ ...most, cachedInputTokens: 0 }));
        return async (used) => {
          // It is unknown whether the provider charges for it: the reservation counts, and becomes spent when it has expired.
          if (used === undefined) return;
          const { input, cachedInput, output } = used;
          const microCredits = costOf({ inputTokens: input, cachedInputTokens: cachedInput, outputTokens: output });
          try {
            if (await store.settle({ workspaceId, kitId, reservation, microCredits }))
              await store.tellCrossed(workspaceId, {});
          } catch (error) {
            const reason = error instanceof Error ? error.message : 'unknown';
            logger.warn({ workspace_id: workspaceId, reason }, 'the cost of a call could not be recorded');
          }
        };
      },
    };
  };
}
