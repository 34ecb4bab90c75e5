/** Failed authentication is limited per address: guessing keys is slow, and a valid key works even from an address that is over the limit. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../core/service-error.ts';

export interface FailureGuard {
  /** Returns the error to answer with: the given one, or `rate_limited` when this address fails too often. */
  onFailure(address: string, error: ServiceError): Promise<ServiceError>;
}

export function createFailureGuard(failuresPerMinute: number): FailureGuard {
  const limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });
  return {
    async onFailure(address, error) {
      try {
        await limiter.consume(address);
        return error;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        return new ServiceError('rate_limited', {
          detail: 'Too many requests with an invalid API key from this address. Check the key and wait.',
          retryAfterSeconds: seconds,
        });
      }
    },
  };
}
