/** One of everything that has an id or a name, so that hostile requests also reach what exists. */
import { setTimeout as sleep } from 'node:timers/promises';

/** By the name of the parameter in the endpoint's path. */
export type Targets = Readonly<Record<string, readonly string[]>>;

interface Kit {
  id: string;
  slug: string;
  code: string;
}

/** The kit has a brick called `turns`. */
export async function makeTargets(url: string, key: string, kit: Kit): Promise<Targets> {
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, string>> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text || '{}') as Record<string, string>;
  };
  const input = { transcript: 'Agent: Hello.\nCustomer: Hi.' };
  const below = `/v1/kits/${kit.id}`;
  await call('PUT', `${below}/review-policy`, { random: 1 });
  const { run_id: runId = '' } = await call('POST', '/v1/runs', { kit_code: kit.code, input });
  while ((await call('GET', `/v1/runs/${runId}`)).status !== 'succeeded') await sleep(50);
  const { item } = (await call('POST', `${below}/review-queue/next`)) as unknown as { item?: { item_id: string } };
  await call('POST', `/v1/runs/${runId}/reviews`, [{ brick: 'turns', verdict: 'wrong', value: 3 }]);
  await call('PUT', `${below}/golden-sets/calls`, { lines: [{ external_id: 'one', input, expected: { turns: 2 } }] });
  const { evaluation_id: evaluationId = '' } = await call('POST', `${below}/evaluations`, { set: 'calls' });
  await call('PUT', '/v1/alerts/calls', { kit: kit.slug, brick: 'turns', aggregate: 'mean', window: '7d', above: 9 });
  const { document } = (await call('GET', `${below}/versions/live`)) as unknown as { document: object };
  const { kit_version_id } = await call('POST', '/v1/kits', { ...document, name: 'Draft' });
  await call('PUT', `${below}/shadow`, { kit_version_id, share: 0.5 });
  const { backfill_id: backfillId = '' } = await call('POST', '/v1/backfills', { kit_version_id, max_credits: 0 });
  const { path = '' } = await call('PUT', '/v1/intakes/calls', {
    intake: { auth: { type: 'token' }, map: { input: '{ "transcript": text }' }, kits: [{ kit: kit.slug }] },
  });
  return {
    kitId: [kit.id, kit.slug],
    runId: [runId],
    evaluationId: [evaluationId],
    backfillId: [backfillId],
    itemId: [item?.item_id ?? ''],
    name: ['calls', path.split('/').at(-1) ?? ''],
  };
}
