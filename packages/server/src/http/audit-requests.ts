/** What requests add to the audit log in addition to their changes, which the stores record. */
import { Readable } from 'node:stream';
import type { Endpoint } from '@brickwork/contract';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../access/actor.ts';
import type { RecordHourly } from '../access/audit/record-hourly.ts';
import type { AuditStore } from '../access/audit/store/audit-store.ts';
import { type Principal, requireAccess } from '../access/principal.ts';
import { type Acting, actAs } from '../core/acting.ts';
import { auditedRead } from './audited-reads.ts';
import type { Answer, AuthenticatedCall } from './route.ts';

export interface HttpAudit {
  store: Pick<AuditStore, 'record'>;
  recordHourly: RecordHourly;
}

export function actingOf(principal: Principal, { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>): Acting {
  return { actor: actorOf(principal), address: ip, requestId: id };
}

/** Called before anything is sent: a read that cannot be recorded is refused. */
export async function recordRead(
  { store, recordHourly }: HttpAudit,
  endpoint: Endpoint,
  { principal, params, query }: AuthenticatedCall<unknown, unknown, unknown>,
  answer: Answer,
): Promise<void> {
  const read = auditedRead(endpoint, {
    principal,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
  });
  if (read === undefined) return;
  const { isEach = false, ...what } = read;
  const record = { workspaceId: principal.workspaceId, environment: principal.environment, ...what };
  try {
    await (isEach ? store.record(record) : recordHourly(record));
  } catch (error) {
    if (answer.body instanceof Readable) answer.body.destroy();
    throw error;
  }
}

/** An attempt that the role does not allow is refused and recorded, once an hour. */
export async function checkAccess(
  { recordHourly }: HttpAudit,
  request: FastifyRequest,
  principal: Principal,
  endpoint: Endpoint,
): Promise<void> {
  try {
    requireAccess(principal, endpoint);
  } catch (error) {
    const record = {
      workspaceId: principal.workspaceId,
      environment: principal.environment,
      action: 'permission.refused',
      target: { type: 'endpoint', id: endpoint.id },
      details: { permission: endpoint.access },
    } as const;
    // Refused even if it cannot be recorded, for example while the database is unavailable.
    await actAs(actingOf(principal, request), () => recordHourly(record, 'refused')).catch(() => undefined);
    throw error;
  }
}
