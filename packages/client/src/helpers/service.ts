import { isApiError } from '../api-error.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';

export function serviceHelpers(transport: Transport) {
  return {
    /** Whether it takes requests; no answer at all is an error. */
    async isReady(options: CallOptions = {}): Promise<boolean> {
      try {
        await transport.send({ method: 'GET', path: '/readyz' }, { maxRetries: 0, ...options });
        return true;
      } catch (error) {
        if (isApiError(error, 'unavailable')) return false;
        throw error;
      }
    },

    /** Any request, for what has no method here: with the key, retries and errors of all others. */
    request: async <Body>(request: ApiRequest, options?: CallOptions): Promise<Body> =>
      (await transport.send<Body>(request, options)).body,

    /** The API as OpenAPI 3.1. */
    openapi: async (options?: CallOptions): Promise<Record<string, unknown>> =>
      (await transport.send<Record<string, unknown>>({ method: 'GET', path: '/openapi.json' }, options)).body,
  };
}
