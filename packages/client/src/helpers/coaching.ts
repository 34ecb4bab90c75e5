import { asking, type CallOptions, type Transport } from '../transport.ts';

export function coachingHelpers(transport: Transport) {
  return {
    /** Every note about an agent. */
    erase: (agent: string, options?: CallOptions): Promise<{ deleted: number }> =>
      asking(transport)({ method: 'DELETE', path: '/v1/coaching-notes', query: { agent } }, options),
  };
}
