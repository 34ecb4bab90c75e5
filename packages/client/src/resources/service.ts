import { isApiError } from '../api-error.ts';
import type { CallOptions, Transport } from '../transport.ts';

export type ServiceResource = ReturnType<typeof serviceResource>;

export function serviceResource(transport: Transport) {
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

    /** The API as OpenAPI 3.1. */
    openapi: async (options?: CallOptions): Promise<Record<string, unknown>> =>
      (await transport.send<Record<string, unknown>>({ method: 'GET', path: '/openapi.json' }, options)).body,
  };
}
