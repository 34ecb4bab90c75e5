import type { DestinationDelivery, DestinationDocument } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type {
  Destination,
  DestinationDelivery,
  DestinationDocument,
  DestinationPreset,
  StoredDestinationDocument,
} from '@brickwork/client';

export function useDestinations() {
  const client = useClient();
  return useQuery({ queryKey: ['destinations'], queryFn: ({ signal }) => client.destinations.list({ signal }) });
}

export function useDestinationPresets() {
  const client = useClient();
  return useQuery({
    queryKey: ['destination-presets'],
    queryFn: ({ signal }) => client.destinations.presets({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useDestination(name: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['destinations', name],
    queryFn: ({ signal }) => client.destinations.get(name, { signal }),
  });
}

const SHOWN = 100;

export function useDestinationLog(name: string, status: DestinationDelivery['status'] | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['destination-log', name, status],
    queryFn: async ({ signal }) =>
      (await client.destinations.deliveries(name, { status, limit: SHOWN }, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
  });
}

export function useSaveDestination(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { destination: DestinationDocument; secrets: Record<string, string> }) =>
      client.destinations.put(name, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['destinations'] }),
  });
}

/** The request that a definition would make. Nothing is sent. */
export function usePreviewDestination(name: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (body: { destination: DestinationDocument; run_id?: string }) =>
      client.destinations.preview(name, body),
  });
}

/** Ends when the run was written, or was not. */
export function useTestDestination(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.destinations.test(name),
    onSettled: () => queries.invalidateQueries({ queryKey: ['destination-log', name] }),
  });
}

export function useReplayDestination(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { delivery_ids?: string[] }) => client.destinations.replay(name, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['destination-log', name] }),
  });
}

export function useDeleteDestination(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.destinations.delete(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['destinations'] }),
  });
}
