import type { SettingsChange, WorkspaceSettings } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export function useSettings() {
  const client = useClient();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.settings.get({ signal }),
    staleTime: 60_000,
  });
}

/** In which days begin and end. */
export function useTimezone(): string {
  return useSettings().data?.timezone ?? 'UTC';
}

/** Every figure by day depends on it. */
export function useSetTimezone() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (timezone: string) => client.settings.set({ timezone }),
    onSuccess: () => queries.invalidateQueries(),
  });
}

export type { WorkspaceSettings } from '@brickwork/client';

/** How long things are kept, or what a credit costs: figures and pages follow. */
export function useChangeSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => client.settings.set(change),
    onSuccess: () => queries.invalidateQueries(),
  });
}

export type Masking = Pick<WorkspaceSettings, 'mask' | 'identities_hidden_from'>;

/** What one role sees may change with it. */
export function useSetMasking() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (masking: Masking) => client.settings.set(masking),
    onSuccess: () => queries.invalidateQueries(),
  });
}
