import type { AlertRule } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Alert, AlertFinding, AlertRule } from '@brickwork/client';

/** Rules are checked about once a minute. */
const REFRESH_MS = 30_000;
/** After a rule was stored its first check is due at once: looked for until it is there. */
const FIRST_CHECK_MS = 1_000;

export function useAlerts() {
  const client = useClient();
  return useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => client.alerts.list({ signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ checked_at }) => checked_at === undefined) ? FIRST_CHECK_MS : REFRESH_MS,
  });
}

export function useAlert(name: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['alert', name],
    queryFn: ({ signal }) => client.alerts.get(name, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.checked_at === undefined ? FIRST_CHECK_MS : REFRESH_MS),
  });
}

/** When it was raised and resolved; `state` asks again when it changes. */
export function useAlertChanges(name: string, state: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['alert-changes', name, state],
    queryFn: ({ signal }) => client.alerts.changes(name, { signal }),
  });
}

/** What a rule finds in current figures; stores nothing. */
export function useCheckAlert() {
  const client = useClient();
  return useMutation({ mutationFn: (rule: AlertRule) => client.alerts.check(rule) });
}

export function useSaveAlert() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, rule }: { name: string; rule: AlertRule }) => client.alerts.put(name, rule),
    onSuccess: refresh,
  });
}

export function useDeleteAlert(name: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => client.alerts.delete(name), onSuccess: refresh });
}

function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['alerts', 'alert', 'alert-changes'].map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })),
    );
}
