import type { IntakeDelivery, IntakeDocument, ReplayRequest } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type {
  Intake,
  IntakeDelivery,
  IntakeDocument,
  IntakePreview,
  IntakeRule,
} from '@brickwork/client';

export function useIntakes() {
  const client = useClient();
  return useQuery({ queryKey: ['intakes'], queryFn: ({ signal }) => client.intakes.list({ signal }) });
}

/** Definitions for services that people run. */
export function useIntakePresets() {
  const client = useClient();
  return useQuery({
    queryKey: ['intake-presets'],
    queryFn: ({ signal }) => client.intakes.presets({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** With who changed it. */
export function useIntake(name: string) {
  const client = useClient();
  return useQuery({ queryKey: ['intakes', name], queryFn: ({ signal }) => client.intakes.get(name, { signal }) });
}

const SHOWN = 100;

export function useIntakeDeliveries(name: string, outcome: IntakeDelivery['outcome'] | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['intake-deliveries', name, outcome],
    queryFn: ({ signal }) => client.intakes.deliveries(name, { outcome, limit: SHOWN }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
  });
}

export function useIntakePayload(name: string, deliveryId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['intake-payload', name, deliveryId],
    queryFn: ({ signal }) => client.intakes.payload(name, deliveryId, { signal }),
    retry: false,
  });
}

export function useReplayDeliveries(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReplayRequest) => client.intakes.replay(name, request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['intake-deliveries', name] }),
  });
}

export function useEraseDelivery(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => client.intakes.eraseDelivery(name, deliveryId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['intake-deliveries', name] }),
  });
}

export interface IntakeToSave {
  name: string;
  intake: IntakeDocument;
  secret: string | undefined;
  /** Of fetch steps, by name; those that are left out stay as they are. */
  secrets: Record<string, string>;
}

export function useSaveIntake() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, intake, secret, secrets }: IntakeToSave) =>
      client.intakes.put(name, intake, { secret, secrets: Object.keys(secrets).length > 0 ? secrets : undefined }),
    onSuccess: refresh,
  });
}

export function useTryIntake() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ name, intake, payload }: { name: string; intake: IntakeDocument; payload: unknown }) =>
      client.intakes.test(name, payload, { intake }),
  });
}

export function useRotateIntake(name: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => client.intakes.rotate(name), onSuccess: refresh });
}

export function useDeleteIntake(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.intakes.delete(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['intakes'], exact: true }),
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['intakes'] });
}
