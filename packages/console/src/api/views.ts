import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export function useViews() {
  const client = useClient();
  return useQuery({ queryKey: ['views'], queryFn: ({ signal }) => client.views.list({ signal }) });
}

export function useSaveView() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (view: { name: string; search: string }) => client.views.save(view),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['views'] }),
  });
}

export function useDeleteView() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.views.delete(name),
    onSettled: () => queries.invalidateQueries({ queryKey: ['views'] }),
  });
}
