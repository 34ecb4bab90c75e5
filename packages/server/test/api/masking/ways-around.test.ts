/** Somebody who sees placeholders, and tries to learn who is behind them in another way than by reading. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';

const ELSEWHERE = 'https://elsewhere.example.com/in';
let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let admin: string;
let developer: string;
let analyst: string;
let code: string;
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, {
    evaluate: tellingEvaluator,
    resolve: async () => ['93.184.216.34'],
  });
  receiver = await startReceiver();
  receiver.behave(answer(200));
  const workspaceId = await service.workspace('around');
  admin = await service.key(workspaceId, 'live', 'admin');
  developer = await service.key(workspaceId, 'live', 'developer');
  analyst = await service.key(workspaceId, 'live', 'analyst');
  code = (await publishedKit(service, kitDocument('around'), admin)).kit_code;
  for (const caller of ['penhale', 'zebedee'])
    await toldRun(service, admin, code, undefined, {
      input: {
        transcript: `Nadia: Hello.\nCaller: ${caller} here.`,
        tell: { solved: { value: true }, score: { value: 4 }, caller: { value: caller } },
      },
      external_id: `${caller}@example.org`,
      metadata: { agent: 'Nadia', team: 'Porto' },
    });
  await call('PUT', '/v1/settings', { identities_hidden_from: ['developer', 'analyst'] }, admin);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const call = (method: string, path: string, body?: object, key = developer) =>
  service.call(method, path, { key, ...(body && { body }) });
const refused = async (method: string, path: string, body?: object, key = developer) => {
  const said = await call(method, path, body, key);
  expect([path, said.status, said.body.error]).toEqual([path, 403, 'forbidden']);
  expect(said.body.detail).toContain('identities:read');
};

describe('who sees placeholders', () => {
  it('is told no text by the order of a list, nor by its cursor', async () => {
    await refused('GET', `/v1/runs?kit_code=${code}&sort=answer.caller&limit=1`);
    const byScore = await call('GET', `/v1/runs?kit_code=${code}&sort=-answer.score&limit=1`);
    expect([byScore.status, byScore.body.has_more]).toEqual([200, true]);
    const { body } = await call('GET', `/v1/runs?kit_code=${code}&sort=answer.caller&limit=1`, undefined, admin);
    expect(Buffer.from(body.next_cursor, 'base64url').toString()).toContain('penhale');
  });

  it.each(['answer.caller=eq:penhale', 'answer.caller=not:penhale', 'metadata.agent=not:Nadia', 'agent=not:Nadia'])(
    'is not told by an operator: %s',
    async (filter) => {
      await refused('GET', `/v1/runs/count?kit_code=${code}&${filter}`);
    },
  );

  it('has webhooks sent elsewhere with placeholders only, and leaves those of others as they are', async () => {
    await refused('POST', '/v1/webhooks', { url: ELSEWHERE, mask: false });
    const made = await call('POST', '/v1/webhooks', { url: ELSEWHERE });
    expect([made.status, made.body.mask]).toEqual([201, true]);
    const open = await call('POST', '/v1/webhooks', { url: receiver.url, mask: false }, admin);
    expect(open.body.mask).toBe(false);
    expect((await call('POST', '/v1/webhooks', { url: receiver.url })).body.mask).toBe(false);
    await refused('POST', '/v1/webhooks', { url: receiver.url, mask: false });
    expect((await call('POST', '/v1/webhooks', { url: ELSEWHERE })).body.mask).toBe(true);
  });

  it('writes nothing to destinations of their own, and tries none', async () => {
    const destination = {
      base_url: 'https://elsewhere.example.com',
      mask: true,
      record: '$string($length(run.output.bricks.caller.value)) & run.output.bricks.caller.value',
      fields: { caller: 'caller' },
      request: { method: 'POST', path: '/{record}', body: '{ "a": $base64encode($string(values)) }' },
    };
    await refused('PUT', '/v1/destinations/mine', { destination });
    await refused('POST', '/v1/destinations/mine/preview', { destination });
    expect((await call('PUT', '/v1/destinations/crm', { destination }, admin)).status).toBe(200);
    await refused('POST', '/v1/destinations/crm/preview', {});
    expect((await call('GET', '/v1/destinations')).status).toBe(200);
  });

  it('reads and changes nothing that is pushed', async () => {
    const intake = {
      auth: { type: 'token' },
      map: { input: '{ "transcript": text }', metadata: '{ "who": $base64encode(name) }' },
      kits: [{ kit: code }],
    };
    await refused('PUT', '/v1/intakes/mine', { intake });
    const made = await call('PUT', '/v1/intakes/calls', { intake }, admin);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body: pushed } = await service.call('POST', made.body.path, {
      key: made.body.secret,
      body: { text: 'Nadia: Hello.\nCaller: Penhale here.', name: 'Penhale' },
    });
    expect(pushed).toBeDefined();
    const { body: log } = await call('GET', '/v1/intakes/calls/deliveries');
    const path = `/v1/intakes/calls/deliveries/${log.data[0].delivery_id}`;
    await refused('GET', `${path}/payload`);
    await refused('POST', '/v1/intakes/calls/test', { delivery_id: log.data[0].delivery_id });
    await refused('GET', '/v1/intakes/calls/deliveries?external_id=penhale@example.org');
    expect((await call('POST', '/v1/intakes/calls/test', { payload: { text: 'Hello.', name: 'A' } })).status).toBe(200);
  });

  it('has no words of people, and no names of agents, sent to a channel', async () => {
    const channel = { kind: 'webhook', url: ELSEWHERE, topics: ['appeals'] };
    await refused('PUT', '/v1/channels/mine', { ...channel, include_text: true });
    await refused('PUT', '/v1/channels/mine', { ...channel, topics: ['summary'] });
    expect((await call('PUT', '/v1/channels/mine', channel)).status).toBe(200);
    await refused('POST', '/v1/channels/mine/summary');
  });

  it('does not ask for people, by a note about them or by a question', async () => {
    const note = { kit: code, bricks: ['score'], text: 'Slower.' };
    await refused('POST', '/v1/coaching-notes', { ...note, agent: 'Nadia' }, analyst);
    for (const question of ['Did Penhale call?', 'Did anybody mention penhale?', 'Is 07911 123456 said?'])
      await refused('POST', '/v1/questions', { questions: [question], dry_run: true }, analyst);
    await refused(
      'POST',
      '/v1/questions',
      { questions: [{ question: 'Who?', categories: ['Penhale', 'other'] }] },
      analyst,
    );
    const plain = { questions: ['Did anybody mention a competitor?'], dry_run: true };
    expect((await call('POST', '/v1/questions', plain, analyst)).status).toBe(200);
  });
});
