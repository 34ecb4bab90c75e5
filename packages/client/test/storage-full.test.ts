import { createClient } from '@brickwork/client';
import { expect, it } from 'vitest';

it.each([
  [507, 1],
  [500, 3],
])(
  'after a %i it has asked %i times: waiting makes no room',
  async (status, times) => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return Response.json({ error: 'storage_quota_exceeded', message: 'Full.' }, { status });
    };
    const client = createClient({ apiKey: 'key', baseUrl: 'http://127.0.0.1', fetch, maxRetries: 2 });
    const created = client.runs.create({ kit_code: 'K', input: {} }, { idempotencyKey: 'one' });
    await expect(created).rejects.toMatchObject({ status });
    expect(asked).toBe(times);
  },
  30_000,
);
