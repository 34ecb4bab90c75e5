/** Agents for third-party HTTP clients, such as that of object storage: every connection goes through the guard. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type GuardedConnect, guardedConnect } from './guarded-connect.ts';

export interface GuardedAgents {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

/** Connections of one owner at the same time. */
const MOST_SOCKETS = 16;
const CONNECT_MS = 10_000;

/** `owner` is the workspace that sends. */
export function createGuardedAgents(guard: GuardedConnect, owner: string): GuardedAgents {
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS };
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);
  http.createConnection = connectWith(guard, owner, 'http:');
  https.createConnection = connectWith(guard, owner, 'https:');
  return { httpAgent: http, httpsAgent: https };
}

function connectWith(
  guard: GuardedConnect,
  owner: string,
  protocol: 'http:' | 'https:',
): HttpAgent['createConnection'] {
  return (options, callback) => {
    const { host, port } = options as { host?: string; port?: number | string };
    const hostname = host ?? '';
    const signal = AbortSignal.timeout(CONNECT_MS);
    guardedConnect(guard, { signal, owner })(
      { hostname, host: hostname, protocol, port: String(port ?? (protocol === 'https:' ? 443 : 80)) },
      (...[error, socket]) => callback?.(error, socket as unknown as Duplex),
    );
    return undefined;
  };
}
