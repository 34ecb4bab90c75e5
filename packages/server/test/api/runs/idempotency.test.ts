import { createClient } from '@brickwork/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, KIT, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let code: string;
beforeAll(async () => {
  service = await startTestService();
  code = (await publishKit(service)).kit_code;
});
afterAll(() => service.stop());

const input = { transcript: TRANSCRIPT };
const send = (key: string, body: object, apiKey = service.adminKey) =>
  service.call('POST', '/v1/runs', { key: apiKey, body, headers: { 'idempotency-key': key } });
const runs = async () =>
  (await service.testDatabase.database.query<{ n: number }>('SELECT count(*)::int AS n FROM runs')).rows[0]?.n ?? 0;

describe('Idempotency-Key', () => {
  it('creates one run for fifty parallel identical requests', async () => {
    const before = await runs();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('fifty', { kit_code: code, input })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await runs()).toBe(before + 1);
  });

  it('accepts one of many parallel different requests, and refuses the others', async () => {
    const before = await runs();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('race', { kit_code: code, input, external_id: `n${index}` })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.error).toBe('idempotency_key_conflict');
    expect(await runs()).toBe(before + 1);
  });

  it('ignores the order of keys, the notation of numbers, and explicit defaults', async () => {
    const raw = (text: string) =>
      service.call('POST', '/v1/runs', {
        key: service.adminKey,
        raw: text,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'forms' },
      });
    const answers = [
      await raw(`{"kit_code":"${code}","input":{"transcript":"A: hi","n":10,"o":{"a":1,"b":2}}}`),
      await raw(`{ "input": {"o":{"b":2.0,"a":1}, "n":1e1, "transcript":"A: \\u0068i"}, "kit_code": "${code}" }`),
      await raw(
        `{"kit_code":"${code}","type":"api","mode":"async","input":{"transcript":"A: hi","n":10.0,"o":{"a":1,"b":2}},"unknown":1}`,
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1);
  });

  it('is the same key in the header and in a batch, beyond ASCII too, and counted in characters', async () => {
    const { runs: client } = createClient({ baseUrl: service.url, apiKey: service.adminKey });
    for (const key of ['Gespräch-7', '通話', '😀'.repeat(254)]) {
      const first = await client.create({ kit_code: code, input }, { idempotencyKey: key });
      const batch = await service.call('POST', '/v1/batches', {
        key: service.adminKey,
        body: { runs: [{ kit_code: code, input, idempotency_key: key }] },
      });
      expect(batch.body.data[0]).toMatchObject({ run_id: first.run_id, replayed: true });
    }
    const long = client.create({ kit_code: code, input }, { idempotencyKey: 'é'.repeat(255) });
    await expect(long).rejects.toMatchObject({ code: 'invalid_idempotency_key' });
    const broken = await send('\u00e9', { kit_code: code, input });
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_idempotency_key']);
  });

  it.each([
    ['another input', { input: { transcript: 'A: other' } }],
    ['another type', { type: 'sandbox' }],
    ['an external id', { external_id: 'x' }],
    ['metadata', { metadata: { a: 'b' } }],
    ['a version id beside the code', { kit_version_id: '00000000-0000-7000-8000-000000000000' }],
  ])('conflicts on %s', async (_name, change) => {
    const body = { kit_code: code, input };
    await send('changes', body);
    const { status, body: answer } = await send('changes', { ...body, ...change });
    expect([status, answer.error]).toEqual([409, 'idempotency_key_conflict']);
  });

  it('can be retried in the other mode', async () => {
    const first = await send('modes', { kit_code: code, input });
    const sync = await send('modes', { kit_code: code, input, mode: 'sync' });
    expect([sync.status, sync.body.run_id, sync.body.status]).toEqual([200, first.body.run_id, 'succeeded']);
    expect(sync.headers.get('idempotent-replayed')).toBe('true');
    const again = await send('modes', { kit_code: code, input });
    expect([again.status, again.body.status]).toEqual([202, 'succeeded']);
  });

  it('can be used again after a request that was refused', async () => {
    expect((await send('after-400', { kit_code: code, input: 5 })).status).toBe(400);
    expect((await send('after-400', { kit_code: 'ABCDEFGH', input })).status).toBe(404);
    expect((await send('after-400', { kit_code: code, input: {} })).status).toBe(422);
    const ok = await send('after-400', { kit_code: code, input });
    expect([ok.status, ok.headers.get('idempotent-replayed')]).toEqual([202, null]);
  });

  it('belongs to the workspace and the environment, not to the API key', async () => {
    const first = await send('shared', { kit_code: code, input });
    const rotated = await send(
      'shared',
      { kit_code: code, input },
      await service.key(service.workspaceId, 'live', 'runner'),
    );
    expect(rotated.body.run_id).toBe(first.body.run_id);
    const test = await send('shared', { kit_code: code, input }, await service.key(service.workspaceId, 'test'));
    expect(test.status).toBe(202);
    expect(test.body.run_id).not.toBe(first.body.run_id);
    const other = await service.key(await service.workspace('other'));
    const otherCode = (await publishKit(service, other)).kit_code;
    const foreign = await send('shared', { kit_code: otherCode, input: { transcript: 'B: bye' } }, other);
    expect([foreign.status, foreign.headers.get('idempotent-replayed')]).toEqual([202, null]);
  });

  it('is checked before the kit: a replay survives a new version and archiving, a conflict wins over a missing kit', async () => {
    const kit = await publishKit(service, service.adminKey, { ...KIT, kit: 'changing' });
    const first = await send('kit-moves', { kit_code: kit.kit_code, input });
    await publishKit(service, service.adminKey, { ...KIT, kit: 'changing', name: 'Changed' });
    expect((await send('kit-moves', { kit_code: kit.kit_code, input })).body.run_id).toBe(first.body.run_id);
    const archived = await service.call('POST', `/v1/kits/${kit.kit_id}/archive`, { key: service.adminKey });
    expect(archived.status).toBe(200);
    expect((await send('kit-moves', { kit_code: kit.kit_code, input })).body.run_id).toBe(first.body.run_id);
    expect((await send('kit-moves', { kit_code: kit.kit_code, input: { transcript: 'X: y' } })).status).toBe(409);
    expect((await send('kit-new', { kit_code: kit.kit_code, input })).status).toBe(404);
  });

  it('has 1 to 254 characters and is sent once', async () => {
    expect((await send('k'.repeat(254), { kit_code: code, input })).status).toBe(202);
    for (const key of ['k'.repeat(255), '']) {
      const { status, body } = await send(key, { kit_code: code, input });
      expect([status, body.error]).toEqual([400, 'invalid_idempotency_key']);
    }
    const twice = await fetchTwice(service, { kit_code: code, input });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_idempotency_key']);
  });

  it('expires', async () => {
    const first = await send('old', { kit_code: code, input });
    await service.testDatabase.database.query(
      `UPDATE idempotency_keys SET expires_at = now() - interval '1 second' WHERE key = 'old'`,
    );
    const second = await send('old', { kit_code: code, input: { transcript: 'A: again' } });
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([202, null]);
    expect(second.body.run_id).not.toBe(first.body.run_id);
  });

  it('a sync replay waits for a run in progress, on another node too', async () => {
    const engine = heldEvaluator();
    const slow = await startTestService({}, { evaluate: engine.evaluate });
    try {
      const kit = await publishKit(slow);
      const second = await slow.node({ BRICKWORK_ROLE: 'api' });
      const body = { kit_code: kit.kit_code, input, mode: 'sync' };
      const options = { key: slow.adminKey, body, headers: { 'idempotency-key': 'join' } };
      const waiting = [slow.call('POST', '/v1/runs', options), second.call('POST', '/v1/runs', options)];
      (await engine.next(0)).succeed();
      const answers = await Promise.all(waiting);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(answers.map((answer) => answer.body.run_id)).size).toBe(1);
      expect(engine.held).toHaveLength(1);
    } finally {
      await slow.stop();
    }
  });

  it('answers a client that lost the first response with the run it created', async () => {
    const leave = new AbortController();
    const lost = fetch(`${service.url}/v1/runs`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        authorization: `Bearer ${service.adminKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'lost',
      },
      body: JSON.stringify({ kit_code: code, input }),
    });
    await expect
      .poll(
        async () =>
          (await service.testDatabase.database.query(`SELECT 1 FROM idempotency_keys WHERE key = 'lost'`)).rowCount,
        { interval: 1 },
      )
      .toBe(1);
    leave.abort();
    await lost.catch(() => undefined);
    const before = await runs();
    const retry = await send('lost', { kit_code: code, input });
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(await runs()).toBe(before);
    await untilStatus(service, service.adminKey, retry.body.run_id, 'succeeded');
  });
});

/** Two headers of the same name, which `fetch` would join. */
async function fetchTwice(on: TestService, body: object): Promise<{ status: number; body: { error: string } }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${on.url}/v1/runs`,
      { method: 'POST', headers: { authorization: `Bearer ${on.adminKey}`, 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    outgoing.on('error', reject);
    outgoing.setHeader('idempotency-key', ['one', 'one']);
    outgoing.end(JSON.stringify(body));
  });
}
