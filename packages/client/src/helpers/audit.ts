import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { AuditVerification } from '../wire/audit.ts';

export function auditHelpers(transport: Transport) {
  const check = (query: Record<string, string | undefined>, options: CallOptions) =>
    asking(transport)<AuditVerification>({ method: 'GET', path: '/v1/audit/verification', query }, options);
  return {
    /**
     * Checks the whole chain, from the oldest entry that is kept. `head` is one that the log of the service has (`POSITION:HASH`): nothing up
     * to it can have been rewritten since.
     */
    async verify({ head }: { head?: string | undefined } = {}, options: CallOptions = {}): Promise<AuditVerification> {
      const first = await check({ head }, options);
      const findings = [...first.findings];
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
