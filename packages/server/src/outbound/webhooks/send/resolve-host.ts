/**
 * Names of receivers, resolved with c-ares: unlike the system's `getaddrinfo` it takes none of the process's four worker threads (which
 * files and compression need, too), has a time limit, and can be cancelled. A name whose server did not respond is not looked up again for
 * a while, so that deliveries to it end immediately and delay nobody else. A workspace has only a few lookups open at a time: its other
 * lookups wait, without delaying other workspaces. The hosts file is read as well.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import type { ResolveHost } from '../guard/check-webhook-url.ts';

export interface ResolveOptions {
  /** Name servers as `address:port`; by default those of the system. */
  servers?: readonly string[];
  /** For each of two tries. */
  timeoutMs?: number;
  hostsFile?: string;
  now?(): number;
}

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** How long a name without a response is not looked up again. */
const SILENT_MS = 30_000;
const MAX_SILENT = 10_000;
/** Names that one workspace looks up at the same time. */
const AT_ONCE = 4;

export function createResolveHost(options: ResolveOptions = {}): ResolveHost {
  const { servers, timeoutMs = TIMEOUT_MS, hostsFile = '/etc/hosts', now = Date.now } = options;
  const silentUntil = new Map<string, number>();
  const lines = new Map<string, FairSlots>();
  const refuseSilent = (name: string): void => {
    if ((silentUntil.get(name) ?? 0) > now()) throw new Error('the name server has not answered recently');
  };
  const waitInLine = async (owner: string, signal: AbortSignal): Promise<() => void> => {
    const line = lines.get(owner) ?? new FairSlots({ slots: () => AT_ONCE, now });
    lines.set(owner, line);
    const giveBack = await line.take(owner, signal);
    return () => {
      giveBack();
      if (line.busy === 0) lines.delete(owner);
    };
  };
  return async (hostname, signal, owner = '') => {
    if (isIP(hostname) !== 0) return [hostname];
    signal.throwIfAborted();
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = await inHostsFile(hostsFile, name);
    if (known.length > 0) return known;
    refuseSilent(name);
    const leaveLine = await waitInLine(owner, signal);
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // Another delivery may have found the name unresponsive meanwhile.
      refuseSilent(name);
      return await askBoth(resolver, name);
    } catch (error) {
      signal.throwIfAborted();
      if (isSilence(error)) {
        if (silentUntil.size >= MAX_SILENT) silentUntil.clear();
        silentUntil.set(name, now() + SILENT_MS);
      }
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      leaveLine();
    }
  };
}

export const resolveHost: ResolveHost = createResolveHost();

/** All addresses of both families: the guard must see each of them. */
async function askBoth(resolver: Resolver, name: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  throw four.status === 'rejected' ? four.reason : new Error('the name has no address');
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}

async function inHostsFile(file: string, name: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
