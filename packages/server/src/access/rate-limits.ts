/**
 * The plan's limits as token buckets, shared by all nodes through the database. A node takes tokens in portions of a twentieth of the limit
 * and spends them from memory, so most requests need no database call. The error is one-sided: at most one portion per node (5 % of the
 * limit) may go unused for ten seconds; the limit itself is never exceeded. While the database is unavailable, each node allows reads at
 * the plan's rate.
 */
import type { RateLimitKind } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { PlanLimits } from './plans.ts';
import type { Principal } from './principal.ts';

export interface RateStore {
  /** Takes up to `wanted` tokens from a bucket that refills by `perMinute` and holds as many; returns how many it got and how many are left. */
  take(bucket: RateBucket, wanted: number, perMinute: number): Promise<{ granted: number; left: number }>;
}

export interface RateBucket {
  workspaceId: string;
  environment: string;
  kind: string;
}

export interface RateState {
  kind: string;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
}

export interface RateLimits {
  /** Undefined if the plan has no limit. Throws `rate_limited`, with the state attached, if there are too few tokens. */
  take(principal: Principal, kind: RateLimitKind, points?: number): Promise<RateState | undefined>;
  giveBack(principal: Principal, kind: RateLimitKind, points?: number): void;
}

/** A twentieth of the limit. */
const PORTIONS = 20;
const KEEP_MS = 10_000;

interface Stock {
  tokens: number;
  left: number;
  until: number;
  emptyUntil: number;
  /** When this node last granted a portion without the database. */
  ownAt: number;
  fetching: Promise<void> | undefined;
}

export class RateLimited extends ServiceError {
  readonly state: RateState;

  constructor(state: RateState, retryAfterSeconds: number) {
    super('rate_limited', {
      detail: `The plan allows ${state.limit} requests of this kind per minute.`,
      retryAfterSeconds,
    });
    this.state = state;
  }
}

export function createRateLimits(
  store: RateStore,
  plans: Readonly<Record<string, PlanLimits>>,
  clock: Clock,
): RateLimits {
  const stocks = new Map<string, Stock>();

  const limitOf = (principal: Principal, kind: RateLimitKind): number | null => {
    const plan = plans[principal.plan];
    if (plan === undefined || kind === 'none') return null;
    return kind === 'create' ? plan.runCreationsPerMinute : plan.readsPerMinute;
  };
  const stockOf = (principal: Principal, kind: RateLimitKind): Stock => {
    const name = `${principal.workspaceId}/${principal.environment}/${kind}`;
    if (stocks.size > 50_000) stocks.clear();
    const stock = stocks.get(name) ?? { tokens: 0, left: 0, until: 0, emptyUntil: 0, ownAt: 0, fetching: undefined };
    stocks.set(name, stock);
    return stock;
  };
  const fetchPortion = async (
    principal: Principal,
    kind: RateLimitKind,
    limit: number,
    stock: Stock,
    missing: number,
  ): Promise<void> => {
    const wanted = Math.max(Math.ceil(missing), Math.ceil(limit / PORTIONS));
    const { granted, left } = await store.take({ ...principal, kind }, wanted, limit).catch((error: unknown) => {
      if (kind !== 'read' || !(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
      return ownPortion(stock, limit);
    });
    const now = clock.now().getTime();
    stock.tokens += granted;
    stock.left = left;
    stock.until = now + KEEP_MS;
    if (granted < missing) stock.emptyUntil = now + ((missing - granted - left) * 60_000) / limit;
  };

  /** A twentieth of the limit in a twentieth of a minute. */
  const ownPortion = (stock: Stock, limit: number): { granted: number; left: number } => {
    const now = clock.now().getTime();
    if (now - stock.ownAt < 60_000 / PORTIONS) return { granted: 0, left: 0 };
    stock.ownAt = now;
    return { granted: Math.ceil(limit / PORTIONS), left: 0 };
  };

  return {
    async take(principal, kind, points = 1) {
      const limit = limitOf(principal, kind);
      if (limit === null) return undefined;
      if (points > limit) {
        const detail = `The plan allows ${limit} requests of this kind per minute; this request needs ${points}. Send fewer at once.`;
        throw new ServiceError('rate_limited', { detail, retryAfterSeconds: 60 });
      }
      const stock = stockOf(principal, kind);
      const stateNow = (): RateState => {
        const remaining = Math.max(0, Math.floor(stock.tokens + stock.left));
        return { kind, limit, remaining, resetSeconds: Math.max(1, Math.ceil(((limit - remaining) * 60) / limit)) };
      };
      for (;;) {
        const now = clock.now().getTime();
        if (stock.until < now) stock.tokens = 0;
        if (stock.tokens >= points) {
          stock.tokens -= points;
          return stateNow();
        }
        if (stock.emptyUntil > now)
          throw new RateLimited(stateNow(), Math.max(1, Math.ceil((stock.emptyUntil - now) / 1_000)));
        stock.fetching ??= fetchPortion(principal, kind, limit, stock, points - stock.tokens).finally(() => {
          stock.fetching = undefined;
        });
        await stock.fetching;
      }
    },
    giveBack(principal, kind, points = 1) {
      const limit = limitOf(principal, kind);
      if (limit === null) return;
      const stock = stockOf(principal, kind);
      stock.tokens += points;
      stock.until = clock.now().getTime() + KEEP_MS;
      stock.emptyUntil = 0;
    },
  };
}
