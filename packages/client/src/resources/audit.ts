import { paginate } from '../paginate.ts';
import type { AuditFilter } from '../requests.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { AuditEntry, AuditFinding, AuditPage, AuditVerification } from '../wire/audit.ts';

export type AuditResource = ReturnType<typeof auditResource>;

/** Who did what. */
export function auditResource(transport: Transport) {
  const page = async (query: Record<string, string | number | undefined>, options: CallOptions) =>
    (await transport.send<AuditPage>({ method: 'GET', path: '/v1/audit', query }, options)).body;
  const check = async (query: Record<string, string | undefined>, options: CallOptions) =>
    (await transport.send<AuditVerification>({ method: 'GET', path: '/v1/audit/verification', query }, options)).body;
  return {
    /** Newest first, page after page as you go on. */
    list(filter: AuditFilter = {}, options: CallOptions = {}): AsyncGenerator<AuditEntry, void, undefined> {
      return paginate((cursor) => page({ ...filter, limit: 100, cursor }, options));
    },

    page: (
      query: AuditFilter & { limit?: number | undefined; cursor?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<AuditPage> => page({ ...query }, options),

    /** JSON lines, oldest first, as a stream of bytes. */
    export: (filter: AuditFilter = {}, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/audit/export', query: { ...filter } }, options),

    /**
     * Checks the whole chain, from the oldest entry that is kept. `head` is one that the log of the service has (`POSITION:HASH`): nothing up
     * to it can have been rewritten since.
     */
    async verify({ head }: { head?: string | undefined } = {}, options: CallOptions = {}): Promise<AuditVerification> {
      const first = await check({ head }, options);
      const findings: AuditFinding[] = [...first.findings];
      let last = first;
      let { checked } = first;
      while (last.next_cursor !== undefined) {
        last = await check({ head, cursor: last.next_cursor }, options);
        checked += last.checked;
        findings.push(...last.findings);
      }
      return { ...last, checked, findings, intact: findings.length === 0, from_position: first.from_position };
    },
  };
}
