import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let live: Pushed;
let draft: Pushed;
const input = { transcript: 'Agent: Hello.' };
beforeAll(async () => {
  service = await sharedTestService();
  const fields = { transcript: { type: 'conversation', required: true }, seats: { type: 'number' } };
  live = await publishedKit(service, kitDocument('review', { input: { fields } }));
  draft = (await push(service, kitDocument('review', { name: 'Draft' }))).body;
});
afterAll(() => service.stop());

const test = (body: unknown, key = service.adminKey) => service.call('POST', '/v1/test', { key, body });

describe('POST /v1/test', () => {
  it('200: an example output that matches its own schema; nothing is stored', async () => {
    const { status, body } = await test({ kit_code: live.kit_code, input: { ...input, surprise: [1] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, type: 'api', kit_id: live.kit_id, version: 1 });
    expect(body.output.bricks).toEqual({
      score: { value: 0, confidence: 0 },
      solved: { value: false, confidence: 0, reason: '', evidence: [] },
      mood: { value: 'good', confidence: 0, reason: '', evidence: [] },
      caller: { value: '', confidence: 0, reason: '', evidence: [] },
    });
    expect(new Ajv2020().validate(body.json_schema, body.output)).toBe(true);
  });

  it('200: kit_version_id wins over kit_code', async () => {
    const { body } = await test({ kit_code: 'AAAAAAAA', kit_version_id: live.kit_version_id, input });
    expect(body.version).toBe(1);
  });

  it('200 and 404: a draft by its version id, in the sandbox only', async () => {
    const sandbox = await test({ kit_version_id: draft.kit_version_id, input, type: 'sandbox' });
    expect([sandbox.status, sandbox.body.status, sandbox.body.type]).toEqual([200, 'draft', 'sandbox']);
    const api = await test({ kit_version_id: draft.kit_version_id, input });
    expect([api.status, api.body.error]).toEqual([404, 'kit_not_found']);
    const never = (await push(service, kitDocument('never'))).body;
    for (const type of ['api', 'sandbox']) {
      expect((await test({ kit_code: never.kit_code, input, type })).body.error).toBe('kit_not_found');
    }
  });

  it('400: one fault at a time, in the order of the contract', async () => {
    const wrong = { input: 'text', type: 'other', mode: 'later' };
    const ladder: [Record<string, unknown>, string][] = [
      [wrong, 'kit_code_or_kit_version_id_required'],
      [{ ...wrong, kit_code: 7 }, 'invalid_parameter'],
      [{ ...wrong, kit_code: 'AAAAAAAA' }, 'input_must_be_object'],
      [{ ...wrong, kit_code: 'AAAAAAAA', input: {} }, 'invalid_run_type'],
      [{ kit_code: 'AAAAAAAA', input: {}, type: 'api', mode: 'later' }, 'invalid_run_mode'],
    ];
    for (const [body, code] of ladder) {
      const answer = await test(body);
      expect([answer.status, answer.body.error]).toEqual([400, code]);
    }
    expect((await test({ kit_code: 'AAAAAAAA', input: {}, mode: 'sync' })).body.error).toBe('kit_not_found');
    const last = await test({ kit_code: live.kit_code, input: {} });
    expect([last.status, last.body.error]).toEqual([422, 'kit_input_invalid']);
  });

  it.each([[null], [[]], ['text'], [7], [undefined]])('400: input %j is not an object', async (value) => {
    const { status, body } = await test({ kit_code: live.kit_code, input: value });
    expect([status, body.error]).toEqual([400, 'input_must_be_object']);
  });

  it('400: a body that is not an object names no kit', async () => {
    expect((await test([])).body.error).toBe('kit_code_or_kit_version_id_required');
  });

  it('422: names the field that does not match the kit', async () => {
    for (const [value, detail] of [
      [{}, 'input.transcript is required'],
      [{ transcript: 5 }, 'input.transcript must be a conversation: a string, an array of turns or an object'],
      [{ transcript: 'hi', seats: 'two' }, 'input.seats must be a number'],
    ]) {
      const { status, body } = await test({ kit_code: live.kit_code, input: value });
      expect([status, body.error, body.detail]).toEqual([422, 'kit_input_invalid', detail]);
    }
  });

  it('404: names that do not exist', async () => {
    for (const named of [{ kit_code: 'x'.repeat(10_000) }, { kit_code: '\0' }, { kit_version_id: 'x' }]) {
      const { status, body } = await test({ ...named, input });
      expect([status, body.error]).toEqual([404, 'kit_not_found']);
    }
  });

  it('403: a viewer may not', async () => {
    const key = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await test({ kit_code: live.kit_code, input }, key)).body.error).toBe('forbidden');
  });
});
