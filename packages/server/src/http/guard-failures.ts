/** An address that repeatedly fails to authenticate is asked to wait. The response is 401 in any case, and a valid key works from any address. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../access/network-of.ts';

export interface FailureGuard {
  /** Returns the error to respond with: the given one, with a waiting time if this address fails too often. */
  onFailure(address: string, error: ServiceError): Promise<ServiceError>;
}

export function createFailureGuard(failuresPerMinute: number): FailureGuard {
  const limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });
  return {
    async onFailure(address, error) {
      try {
        await limiter.consume(networkOf(address));
        return error;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        return new ServiceError(error.code, {
          detail: 'Too many requests from this address failed to authenticate. Check the key before retrying.',
          retryAfterSeconds: seconds,
        });
      }
    },
  };
}
