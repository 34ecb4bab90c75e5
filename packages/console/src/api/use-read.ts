/**
 * Reading from the API: `useRead((api) => api.alerts.get(name))`. The call itself is the query's key (resource, method, arguments), so the
 * same call anywhere shares one answer, and `useChange` knows what to read again.
 */
import type { BrickworkClient } from '@brickwork/client';
import { keepPreviousData, queryOptions, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { callOf } from './calls.ts';
import { collect } from './collect.ts';
import { type ConsoleClient, useClient } from './session.ts';

/** How long answers count as fresh that rarely change; others for two seconds. A change in the console makes them stale at once. */
const FRESH_MS: Readonly<Record<string, number>> = {
  'destinations.presets': Number.POSITIVE_INFINITY,
  'dimensions.list': 60_000,
  'dimensions.values': 60_000,
  'insights.get': 60_000,
  'intakes.presets': Number.POSITIVE_INFINITY,
  'kits.diff': Number.POSITIVE_INFINITY,
  'kits.documentSchema': Number.POSITIVE_INFINITY,
  'kits.list': 10_000,
  'kits.schema': 60_000,
  'kits.types': Number.POSITIVE_INFINITY,
  'kits.version': 60_000,
  'reviewQueue.previewDraw': 60_000,
  'runs.usage': Number.POSITIVE_INFINITY,
  'settings.get': 60_000,
  'webhooks.event': 60_000,
};

/** In place of the function: nothing is read yet. */
type NotYet = false | undefined;

export interface ReadOptions<Data>
  extends Pick<UseQueryOptions<Data>, 'enabled' | 'refetchInterval' | 'retry' | 'staleTime'> {
  /** Shows the answer for the previous arguments while the next one loads. */
  keep?: boolean;
  /** Reads again whenever this changes. */
  since?: unknown;
}

type Read<Answer> = (api: BrickworkClient) => Answer;

export function useRead<Data>(read: Read<Promise<Data>> | NotYet, options: ReadOptions<Data> = {}) {
  return useQuery(readQuery(useClient(), read, options));
}

/** A list that comes in pages, as a whole or up to `limit` items. */
export function useReadAll<Item>(
  read: Read<AsyncIterable<Item>> | NotYet,
  { limit, since, ...options }: ReadOptions<Item[]> & { limit?: number } = {},
) {
  const client = useClient();
  const query = queryOf(read, { ...options, since: [since, limit] });
  return useQuery({ ...query, queryFn: read ? ({ signal }) => collect(read(client.until(signal)), limit) : skipToken });
}

/** As `useRead` makes it, for several at once. */
export function readQuery<Data>(client: ConsoleClient, read: Read<Promise<Data>> | NotYet, options: ReadOptions<Data>) {
  return queryOptions({
    ...queryOf(read, options),
    queryFn: read ? ({ signal }) => read(client.until(signal)) : skipToken,
  });
}

function queryOf<Data>(read: Read<unknown> | NotYet, { keep = false, since, ...options }: ReadOptions<Data>) {
  const call = read ? callOf(read) : [];
  const [resource, method] = call;
  const fresh = FRESH_MS[`${resource}.${method}`];
  return {
    ...(fresh !== undefined && { staleTime: fresh }),
    ...(keep && { placeholderData: keepPreviousData }),
    ...options,
    queryKey: [...call, { since }] as const,
  };
}

/** Reads again every second while the answer, or one of a list, is running. */
export function whileRunning({ state: { data } }: { state: { data: unknown } }): number | false {
  const isRunning = (each: unknown) =>
    typeof each === 'object' && each !== null && 'status' in each && each.status === 'running';
  return (Array.isArray(data) ? data.some(isRunning) : isRunning(data)) ? 1_000 : false;
}
