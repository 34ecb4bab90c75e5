/** What a deployment shows of the runs that had ended when its back-up was taken: the same in every release that restores it. */

export type Ask = (path: string, init?: RequestInit) => Promise<unknown>;

export function askerOf(url: string, key: string): Ask {
  return async (path, init = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...init.headers };
    const response = await fetch(new URL(path, url), { ...init, headers, signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    return response.headers.get('Content-Type')?.includes('json') === true && !path.includes('format=jsonl')
      ? JSON.parse(text)
      : text;
  };
}

/** Runs that had ended carry this; what was still open does not. */
const ENDED = 'metadata.part=ended';

/** By name. Lists of rows are in an order of their own, and a later release may add fields to each. */
export async function figuresOf(ask: Ask, kitId: string): Promise<Record<string, unknown>> {
  const kit = `/v1/kits/${kitId}`;
  const period = 'from=2026-09-28&to=2026-11-01';
  const rows = String(await ask(`/v1/runs/export?format=jsonl&${ENDED}`))
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
    .map((line) => JSON.parse(line) as unknown);
  return {
    count: await ask(`/v1/runs/count?${ENDED}&facets=status,team`),
    by_week_and_team: await ask(`${kit}/insights?${period}&group_by=week,team&${ENDED}`),
    by_version_reviewed: await ask(`${kit}/insights?${period}&group_by=version&as=reviewed&${ENDED}`),
    quality: await ask(`${kit}/quality?since=2026-09-28T00:00:00Z&until=2026-11-01T00:00:00Z`),
    reviews: await ask('/v1/reviews?limit=100'),
    views: await ask('/v1/views'),
    alerts: await ask('/v1/alerts'),
    intakes: await ask('/v1/intakes'),
    webhooks: await ask('/v1/webhooks'),
    golden_sets: await ask(`${kit}/golden-sets`),
    versions: await ask(`${kit}/versions`),
    dimensions: await ask('/v1/dimensions'),
    settings: await ask('/v1/settings'),
    rows,
  };
}
