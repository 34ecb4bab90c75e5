import type { AuditFilter } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { collect } from './collect.ts';
import { useClient } from './session.ts';

export { AUDIT_ACTIONS, type AuditEntry, type AuditVerification } from '@brickwork/client';

/** The newest ones, and one more where there are more. */
export function useAudit(filter: AuditFilter, shown: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['audit', filter, shown],
    queryFn: ({ signal }) => collect(client.audit.list(filter, { signal }), shown + 1),
    placeholderData: keepPreviousData,
  });
}

export function useVerifyAudit() {
  const client = useClient();
  return useMutation({ mutationFn: () => client.audit.verify() });
}
