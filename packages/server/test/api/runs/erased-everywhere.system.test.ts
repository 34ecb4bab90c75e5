/** A word that only erased calls had is looked for in every column of every table. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../../../test/support/told-evaluator.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { HUBSPOT_TOKEN, startCrm } from '../destinations/support/crm.ts';

const WORD = 'quixotania';
const CALLS = 8;
let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let crm: Awaited<ReturnType<typeof startCrm>>;
let kit: Pushed;
let runIds: string[];
let others: string[];
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: tellingEvaluator });
  receiver = await startReceiver();
  receiver.behave(answer(500));
  crm = await startCrm();
  kit = await publishedKit(service, kitDocument('review'));
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  crm.stop();
});

const call = async (method: string, path: string, body?: object, key = service.adminKey) => {
  const said = await service.call(method, path, { key, ...(body && { body }) });
  expect(said.status, `${method} ${path}: ${JSON.stringify(said.body)}`).toBeLessThan(300);
  return said.body;
};

/** TABLE.COLUMN of whatever holds the word: as text, and as bytes. */
async function whereItIs(): Promise<string[]> {
  const { database } = service.testDatabase;
  const { rows: columns } = await database.query<{ name: string; column: string }>(
    `SELECT c.table_name AS name, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema = 'public' ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { name, column } of columns) {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE "${column}"::text ILIKE ANY ($1::text[])`,
      [[`%${WORD}%`, `%${Buffer.from(WORD).toString('hex')}%`]],
    );
    if ((rows[0]?.count ?? 0) > 0) found.push(`${name}.${column}`);
  }
  return found;
}

function makeRun(isOurs: boolean): Promise<string> {
  const said = isOurs ? `this is about ${WORD} and nothing else` : 'this is about the weather and nothing else';
  return call('POST', '/v1/runs', {
    kit_code: kit.kit_code,
    mode: 'sync',
    external_id: isOurs ? `${WORD}-1` : '501',
    metadata: { agent: TEST_AGENT, team: isOurs ? 'Porto' : 'Faro', ...(isOurs && { who: WORD }) },
    input: {
      transcript: `Agent: Hello.\nCustomer: Well, ${said}.`,
      tell: {
        solved: { value: true, reason: said, evidence: [said] },
        caller: { value: isOurs ? WORD : 'weather', evidence: [said] },
      },
    },
  }).then(({ run_id }) => run_id);
}

/** Everything that keeps something of a run. */
async function leaveTraces(): Promise<void> {
  const path = `/v1/kits/${kit.kit_id}`;
  await call('POST', '/v1/webhooks', { url: receiver.url });
  await call('PUT', '/v1/channels/team', {
    kind: 'webhook',
    url: receiver.url,
    topics: ['appeals', 'deliveries'],
    include_text: true,
  });
  const destination = { preset: 'hubspot', base_url: crm.url, fields: { caller: 'caller' } };
  await call('PUT', '/v1/destinations/crm', { destination, secrets: { token: HUBSPOT_TOKEN } });
  // As services do: what was sent, but not as it was sent.
  for (let at = 0; at < CALLS; at += 1)
    crm.answerWith({ status: 400, body: { message: `Property caller: ${WORD.toUpperCase()} is not allowed.` } });
  runIds = [];
  for (let at = 0; at < CALLS; at += 1) runIds.push(await makeRun(true));
  const [first = '', second = ''] = runIds;
  await vi.waitFor(
    async () => expect((await call('GET', '/v1/destinations/crm/deliveries?status=dead')).data).toHaveLength(CALLS),
    { timeout: 30_000, interval: 100 },
  );
  others = [];
  for (let at = 0; at < CALLS; at += 1) others.push(await makeRun(false));
  await call('POST', `/v1/runs/${first}/reviews`, [
    { brick: 'caller', verdict: 'wrong', value: `${WORD} again`, note: `It says ${WORD}.` },
  ]);
  const agent = await service.key(service.workspaceId, 'live', 'agent');
  await call('POST', `/v1/runs/${second}/appeals`, { brick: 'solved', text: `No, ${WORD}.` }, agent);
  await call('POST', `${path}/golden-sets/regression/runs`, { run_ids: runIds, unreviewed: true });
  await call('POST', `${path}/calibrations`, { name: 'Monday', run_ids: [first, second] });
  await call('POST', `${path}/review-queue/items`, { run_ids: runIds });
  const asked = await call('POST', '/v1/contrasts', { filter: { team: 'Porto' }, against: { team: 'Faro' } });
  await vi.waitFor(
    async () => expect((await call('GET', `/v1/contrasts/${asked.contrast_id}`)).status).toBe('succeeded'),
    { timeout: 40_000, interval: 100 },
  );
  await call('GET', `${path}/insights?group_by=metadata.who`);
}

describe('what was erased', () => {
  it('is in no column of any table', async () => {
    await leaveTraces();
    expect(await whereItIs()).toEqual(
      expect.arrayContaining([
        'appeals.text',
        'contrasts.result',
        'destination_deliveries.detail',
        'events.body',
        'golden_lines.input',
        'reviews.note',
        'run_results.output',
        'run_inputs.input',
      ]),
    );
    for (const runId of runIds) await call('DELETE', `/v1/runs/${runId}`);
    // Sums are added up again by a worker.
    await vi.waitFor(async () => expect(await whereItIs()).toEqual([]), { timeout: 40_000, interval: 500 });
    expect((await call('GET', `/v1/runs/${others[0]}`)).output.bricks.caller.value).toBe('weather');
  });
});
