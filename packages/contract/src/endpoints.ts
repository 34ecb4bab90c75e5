/** Every endpoint there is. The server refuses to start when a route is missing, and a test compares both ways. */
import type { Endpoint } from './endpoint.ts';
import * as keys from './endpoints/keys.ts';
import * as service from './endpoints/service.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...[keys.listKeys, keys.createKey, keys.revokeKey],
  ...[service.healthz, service.readyz, service.metrics, service.openapi, service.docs],
];
