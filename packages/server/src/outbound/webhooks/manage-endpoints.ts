/**
 * The endpoint of a workspace's environment: where its events are sent. A change is answered when it is in effect everywhere: after a URL
 * was removed or replaced, no node is sending to it any more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { DELIVERY_DEADLINE_MS } from '../outbox/deliver.ts';
import { testEvent } from './event.ts';
import type { CheckWebhookUrl } from './guard/check-webhook-url.ts';
import { checkWebhookUrl } from './guard/check-webhook-url.ts';
import type { DeliveryLog } from './store/delivery-log.ts';
import type { WebhookEndpoint } from './store/endpoint-rows.ts';
import type { EndpointStore } from './store/endpoints.ts';
import type { NewSecret, PutEndpoint } from './store/put-endpoint.ts';
import { bindingOf, hintOf, newSecret, showSecret } from './webhook-secret.ts';

/** How long the previous secret is also used for signing. */
const OVERLAP_MS = 24 * 3_600_000;

export interface ManageEndpoints {
  endpoints: EndpointStore;
  log: Pick<DeliveryLog, 'record'>;
  box: SecretBox;
  clock: Clock;
  urls: CheckWebhookUrl;
}

export interface ShownEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
}

export async function putEndpoint(
  deps: ManageEndpoints,
  scope: Scope,
  {
    url: text,
    includesSandbox,
    isMasked,
    isNewMasked,
  }: Pick<PutEndpoint, 'includesSandbox' | 'isMasked' | 'isNewMasked'> & { url: string | undefined },
): Promise<ShownEndpoint & { isNew: boolean }> {
  if (text === undefined || text === '') throw new ServiceError('webhook_url_required');
  const { href } = await checkWebhookUrl(deps.urls, text, scope.workspaceId);
  const { sealed } = makeSecret(deps, scope);
  const { endpoint, secret, isNew, movedFrom } = await deps.endpoints.put(scope, {
    ...sealed,
    endpointId: newId('whe', sealed.now),
    url: text,
    includesSandbox,
    isMasked,
    isNewMasked,
    isSameUrl: (current) => URL.parse(current)?.href === href,
    isReadable: (current) => deps.box.open(current, bindingOf(scope)) !== undefined,
  });
  if (movedFrom !== undefined) await untilQuiet(deps, scope);
  const opened = deps.box.open(secret, bindingOf(scope));
  if (opened === undefined) throw new Error('a webhook secret that was just stored cannot be opened');
  return { endpoint, isNew, secret: showSecret(opened) };
}

export async function listEndpoints({ endpoints }: ManageEndpoints, scope: Scope): Promise<WebhookEndpoint[]> {
  const endpoint = await endpoints.find(scope);
  return endpoint === undefined ? [] : [endpoint];
}

export async function removeEndpoint(deps: ManageEndpoints, scope: Scope, endpointId: string): Promise<void> {
  if (!(await deps.endpoints.remove(scope, endpointId, deps.clock.now()))) throw new ServiceError('webhook_not_found');
  await untilQuiet(deps, scope);
}

export async function rotateSecret(deps: ManageEndpoints, scope: Scope, endpointId: string): Promise<ShownEndpoint> {
  const { shown, sealed } = makeSecret(deps, scope);
  return { endpoint: found(await deps.endpoints.rotate(scope, endpointId, sealed)), secret: shown };
}

export async function setEnabled(
  { endpoints, clock }: ManageEndpoints,
  scope: Scope,
  endpointId: string,
  isEnabled: boolean,
): Promise<WebhookEndpoint> {
  return found(await endpoints.setEnabled(scope, endpointId, isEnabled, clock.now()));
}

/** Sends a `webhook.test` event like any other event; returns its id. */
export async function sendTest(deps: ManageEndpoints, scope: Scope, endpointId: string): Promise<string> {
  await expectEndpoint(deps, scope, endpointId);
  const createdAt = deps.clock.now();
  const eventId = newId('evt', createdAt);
  const { workspaceId, environment } = scope;
  await deps.log.record(testEvent({ workspaceId, environment, eventId, createdAt }, endpointId));
  return eventId;
}

export async function expectEndpoint(
  { endpoints }: Pick<ManageEndpoints, 'endpoints'>,
  scope: Scope,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpoints.find(scope);
  return found(endpoint?.endpointId === endpointId ? endpoint : undefined);
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (endpoint === undefined) throw new ServiceError('webhook_not_found');
  return endpoint;
}

function makeSecret({ box, clock }: ManageEndpoints, scope: Scope): { shown: string; sealed: NewSecret } {
  const secret = newSecret();
  const sealed = {
    secret: box.seal(secret, bindingOf(scope)),
    secretHint: hintOf(secret),
    now: clock.now(),
    overlapMs: OVERLAP_MS,
  };
  return { shown: showSecret(secret), sealed };
}

/** Every node has been notified to stop sending; a dead node has stopped when the deadline of its attempt is over. */
async function untilQuiet({ endpoints }: ManageEndpoints, scope: Scope): Promise<void> {
  for (let waitMs = 10; await endpoints.isSending(scope, DELIVERY_DEADLINE_MS); waitMs = Math.min(250, waitMs * 2))
    await sleep(waitMs);
}
