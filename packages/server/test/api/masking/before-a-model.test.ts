/** What a provider is sent of a workspace that masks, and what the run's reader sees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { recomputeStoredRun } from '../../../src/main/recompute-stored-run.ts';

const DOCUMENT = {
  kit: 'masked_calls',
  local_from: 1,
  bricks: [{ key: 'caller', type: 'text', question: 'Who is calling?', extract: 'name' }],
};
const TRANSCRIPT = 'Agent: Tidewater Energy, who is calling?\nCaller: My name is Desmond Achebe, on 07700 900123.';

let model: FakeModel;
let service: TestService;
let kitCode: string;
beforeAll(async () => {
  model = await startFakeModel((_, { conversation }) => {
    const [shown = ''] = /<PERSON_\d>|Desmond Achebe/.exec(conversation) ?? [];
    return { value: shown, reason: `${shown} says so.`, evidence: [{ turn: 1, quote: `My name is ${shown}` }] };
  });
  service = await startTestService({
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_MODEL_BASE_URL: model.url,
    BRICKWORK_KEEP_RECEIPTS: '1',
  });
  ({ kit_code: kitCode } = await publishKit(service, service.adminKey, DOCUMENT));
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

async function run() {
  const body = { kit_code: kitCode, input: { transcript: TRANSCRIPT }, mode: 'sync' };
  return (await service.call('POST', '/v1/runs', { key: service.adminKey, body })).body;
}

describe('a workspace that masks', () => {
  it('sends placeholders and stores the true words', async () => {
    expect((await run()).output.bricks.caller.value).toBe('Desmond Achebe');
    expect(model.requests.at(-1)?.conversation).toContain('Desmond Achebe');
    const mask = ['person', 'phone'];
    await service.call('PUT', '/v1/settings', { key: service.adminKey, body: { mask } });
    const { run_id, output } = await run();
    const seen = JSON.stringify(model.requests.at(-1)?.body);
    expect(seen).toContain('My name is <PERSON_1>, on <PHONE_1>.');
    expect(seen).not.toMatch(/Achebe|900123/);
    expect(output.bricks.caller).toMatchObject({
      value: 'Desmond Achebe',
      reason: 'Desmond Achebe says so.',
      evidence: ['My name is Desmond Achebe'],
    });
    const { database } = service.testDatabase;
    const storage = {
      database,
      secrets: [Buffer.alloc(32, 7)] as const,
      place: 'test',
      isEmbedded: false,
      close: async () => {},
    };
    const again = await recomputeStoredRun(
      { storage, operator: service.service, reader: false },
      { workspace: 'default', environment: 'live', runId: run_id },
    );
    expect(again.isIdentical).toBe(true);
  });
});
