/** Workspaces with an intake that takes calls. */
import { expect } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../../test/support/runs.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';

export const KIT = { kit: 'calls', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] };
export const STRICT = { fields: { transcript: { type: 'conversation' }, notes: { type: 'string', required: true } } };
export const INTAKE = {
  auth: { type: 'token' },
  when: "type = 'call.ended'",
  map: {
    input: '{ "transcript": call.transcript }',
    external_id: 'call.id',
    metadata: '{ "team": call.team, "minutes": call.minutes }',
  },
  kits: [{ kit: 'calls' }],
};
export const payload = (id: string, more: object = {}) => ({
  type: 'call.ended',
  call: { id, team: 'support', minutes: 4, transcript: TRANSCRIPT, ...more },
});

let workspaces = 0;

/** A workspace with an intake, and what pushes to it. */
export async function pushing(service: TestService, intake: object = INTAKE, secret?: string) {
  workspaces += 1;
  const workspaceId = await service.workspace(`intake-${workspaces}`);
  const key = await service.key(workspaceId);
  const kit = await publishKit(service, key, KIT);
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) });
  const put = (document: object = intake, more: object = {}) =>
    call('PUT', '/v1/intakes/calls', { intake: document, ...more });
  const made = await put(intake, secret === undefined ? {} : { secret });
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', made.body.path, {
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(made.body.secret === undefined ? {} : { authorization: `Bearer ${made.body.secret}` }),
        ...headers,
      },
    });
  /** Until it was read: what became of it. */
  const settle = async (answer: Awaited<ReturnType<typeof send>>) => {
    if (answer.status !== 202) return answer;
    const id = answer.body.delivery_id;
    const read = async () => (await call('GET', `/v1/intakes/calls/deliveries/${id}`)).body;
    await expect.poll(async () => (await read()).outcome, { timeout: 30_000 }).not.toBe('received');
    return { status: 202, body: await read() };
  };
  const push = async (body: unknown, headers: Record<string, string> = {}) => settle(await send(body, headers));
  const log = async (query = '') => (await call('GET', `/v1/intakes/calls/deliveries${query}`)).body.data;
  const runs = async () => (await call('GET', '/v1/runs')).body.data;
  return { workspaceId, key, kit, call, put, made, send, push, settle, log, runs };
}
