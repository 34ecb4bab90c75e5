import type { CreateKeyRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { ApiKey } from '@brickwork/client';

export function useKeys() {
  const client = useClient();
  return useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => client.keys.list({ signal }) });
}

export function useCreateKey() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: CreateKeyRequest) => client.keys.create(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
}

export function useRevokeKey() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => client.keys.revoke(keyId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
}
