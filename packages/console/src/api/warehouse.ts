import type { WarehouseExportSettings } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { WarehouseExport, WarehouseExportSettings } from '@brickwork/client';

const KEY = ['warehouse export'];
const LOOK_MS = 2_000;

/** Looked at again and again while an export is running, or due. */
export function useScheduledExport(isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.warehouse.getExport({ signal }),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => {
      const scheduled = data?.scheduled;
      const isDue = scheduled?.next_at !== undefined && Date.parse(scheduled.next_at) <= Date.now();
      return scheduled?.running === true || isDue ? LOOK_MS : false;
    },
  });
}

export function useSaveExport() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: WarehouseExportSettings) => client.warehouse.putExport(settings),
    onSuccess: (state) => queries.setQueryData(KEY, state),
  });
}

export function useExportNow() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.warehouse.exportNow(),
    onSuccess: (state) => queries.setQueryData(KEY, state),
  });
}

export function useDeleteExport() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.warehouse.deleteExport(),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
