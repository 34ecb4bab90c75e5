/** The system's resolver with an abort signal: `getaddrinfo` itself cannot be aborted, so a late answer is ignored. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ResolveHost } from '../guard/check-webhook-url.ts';

export const resolveHost: ResolveHost = async (hostname, signal) => {
  if (isIP(hostname) !== 0) return [hostname];
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answers = await Promise.race([lookup(hostname, { all: true, verbatim: true }), aborted]);
    return answers.map(({ address }) => address);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
