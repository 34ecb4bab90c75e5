import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export function useAgents() {
  const client = useClient();
  return useQuery({
    queryKey: ['agents'],
    queryFn: async ({ signal }) => (await client.speakers.get({ signal })).agents,
  });
}

export function useSetAgents() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (agents: string[]) => client.speakers.set({ agents }),
    onSuccess: ({ agents }) => queries.setQueryData(['agents'], agents),
  });
}
