/**
 * The guard at every connection: resolve the name once, refuse it if any of its addresses is not public, connect to one of the checked
 * addresses (the name is not resolved again, so it cannot change in between), keep the name for TLS, and check the address of the
 * connected peer. It never uses a proxy from the environment.
 */
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressRules } from '../guard/address-rules.ts';
import type { ResolveHost } from '../guard/check-webhook-url.ts';
import { isSameAddress } from '../guard/same-address.ts';

export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic';
  readonly code = 'address_not_public';
}
export class HostNotFound extends Error {
  override readonly name = 'HostNotFound';
  readonly code = 'host_not_found';
}

export interface GuardedConnect {
  rules: AddressRules;
  resolve: ResolveHost;
}

/** The request for which a connection is opened. */
export interface Caller {
  /** Aborts connecting. */
  signal: AbortSignal;
  /** The workspace that sends the request. */
  owner: string | undefined;
}

/** How many addresses of a host are tried. */
const MAX_ADDRESSES = 3;

export function guardedConnect(
  { rules, resolve }: GuardedConnect,
  { signal, owner }: Caller,
): buildConnector.connector {
  const dial = buildConnector({ allowH2: false, maxCachedSessions: 0, keepAlive: false, timeout: 10_000 });
  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '');
    const addresses = await vettedAddresses({ rules, resolve }, hostname, { signal, owner });
    let failure: unknown = new HostNotFound('the host has no address');
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      signal.throwIfAborted();
      try {
        const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
        const socket = await dialOnce(dial, { ...options, hostname: address, host: address, servername }, signal);
        return checkPeer(socket, address);
      } catch (error) {
        if (error instanceof AddressNotPublic) throw error;
        failure = error;
      }
    }
    throw failure;
  };
  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error('the connection failed'), null),
    );
  };
}

async function vettedAddresses(
  { rules, resolve }: GuardedConnect,
  hostname: string,
  { signal, owner }: Caller,
): Promise<string[]> {
  const addresses = await resolve(hostname, signal, owner).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new HostNotFound('the host does not resolve', { cause });
  });
  if (!addresses.every(rules.isAllowed)) throw new AddressNotPublic('the host has an address that is not public');
  return addresses;
}

function dialOnce(
  dial: buildConnector.connector,
  options: buildConnector.Options,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    dial(options, (error, socket) => {
      signal.removeEventListener('abort', onAbort);
      if (error !== null) reject(error);
      else if (signal.aborted) {
        socket.destroy();
        reject(signal.reason);
      } else resolve(socket);
    });
  });
}

function checkPeer(socket: Socket, address: string): Socket {
  if (isSameAddress(socket.remoteAddress, address)) return socket;
  socket.destroy();
  throw new AddressNotPublic('the connected peer is not the vetted address');
}
