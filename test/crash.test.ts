/** What was answered with 2xx survives kill -9 of the whole service at any moment, and nothing is made twice. */
import { describe, expect, it } from 'vitest';
import { removeDirectory, type ServiceProcess, startBrickwork, temporaryDirectory } from './support/run-brickwork.ts';

// Without the reader: every kill would load the model again, and what is tested here is what survives.
const ENVIRONMENT = {
  BRICKWORK_LEASE_MS: '1500',
  BRICKWORK_THREADS: '1',
  BRICKWORK_READER: '0',
  LOG_LEVEL: 'error',
};
const transcript = Array.from(
  { length: 200 },
  (_, index) => `${index % 2 === 0 ? 'Agent' : 'Customer'}: sentence number ${index} about a lost card.`,
).join('\n');

interface Answer {
  status: number;
  body: {
    run_id: string;
    status: string;
    kit_code?: string;
    data: { kit_code: string; run_id: string; status: string }[];
  };
}

async function call(
  service: ServiceProcess,
  key: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

describe('kill -9 under load', () => {
  it('loses nothing that was accepted, makes nothing twice, and finishes everything', async () => {
    const dataDir = temporaryDirectory();
    let service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
    try {
      const key = service.liveKey ?? '';
      const kit = (await call(service, key, 'GET', '/v1/kits')).body.data[0]?.kit_code;
      const acknowledged = new Map<string, string>();
      const names = Array.from({ length: 300 }, (_, index) => `call-${index}`);
      const send = async (name: string): Promise<void> => {
        const { status, body } = await call(
          service,
          key,
          'POST',
          '/v1/runs',
          { kit_code: kit, input: { transcript }, external_id: name },
          { 'idempotency-key': name },
        );
        expect(status).toBe(202);
        const known = acknowledged.get(name);
        if (known !== undefined) expect(body.run_id).toBe(known);
        acknowledged.set(name, body.run_id);
      };
      for (const stopAfter of [40, 120, 200]) {
        // Sixteen senders; the service dies somewhere between their requests, their commits and their answers.
        const queue = names.filter((name) => !acknowledged.has(name));
        const senders = Array.from({ length: 16 }, async () => {
          for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
            await send(name);
            if (acknowledged.size >= stopAfter) service.signal('SIGKILL');
          }
        });
        await Promise.allSettled(senders);
        service.signal('SIGKILL'); // Also where the senders gave up before enough was accepted.
        await service.ended;
        service = await startBrickwork({ dataDir, environment: ENVIRONMENT });
      }
      for (const name of names) await send(name);
      const seen = new Map<string, string>();
      await expect
        .poll(
          async () => {
            let cursor = '';
            const open: string[] = [];
            for (;;) {
              const { body } = await call(service, key, 'GET', `/v1/runs?limit=100${cursor}`);
              for (const { run_id, status } of body.data) {
                if (seen.has(run_id) && seen.get(run_id) === 'succeeded') expect(status).toBe('succeeded');
                seen.set(run_id, status);
                if (status !== 'succeeded') open.push(run_id);
              }
              const next = (body as { next_cursor?: string }).next_cursor;
              if (next === undefined) return open.length;
              cursor = `&cursor=${next}`;
            }
          },
          { timeout: 240_000, interval: 300 },
        )
        .toBe(0);
      expect(new Set(seen.keys())).toEqual(new Set(acknowledged.values()));
      expect(seen.size).toBe(names.length);
    } finally {
      service.signal('SIGTERM');
      await service.ended;
      removeDirectory(dataDir);
    }
  }, 600_000);
});
