import type { NewSpendCap } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { NewSpendCap, SpendCap } from '@brickwork/client';

export function useSpendCaps() {
  const client = useClient();
  return useQuery({ queryKey: ['spend-caps'], queryFn: ({ signal }) => client.spendCaps.list({ signal }) });
}

export function useSaveSpendCap() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...cap }: NewSpendCap & { name: string }) => client.spendCaps.put(name, cap),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['spend-caps'] }),
  });
}

export function useDeleteSpendCap() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.spendCaps.delete(name),
    onSettled: () => queries.invalidateQueries({ queryKey: ['spend-caps'] }),
  });
}
