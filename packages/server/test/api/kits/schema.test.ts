import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let live: Pushed;
let draft: Pushed;
beforeAll(async () => {
  service = await sharedTestService();
  live = await publishedKit(service, kitDocument('review'));
  draft = (await push(service, kitDocument('review', { name: 'Draft' }))).body;
});
afterAll(() => service.stop());

const get = (path: string, key = service.adminKey) => service.call('GET', path, { key });

describe('GET /v1/kits/:kitId/schema', () => {
  it('200: lists the bricks with their output fields, and a JSON Schema of the output', async () => {
    const { status, body } = await get(`/v1/kits/${live.kit_id}/schema`);
    expect(status).toBe(200);
    const { json_schema, bricks, ...rest } = body;
    expect(rest).toEqual({
      kit_id: live.kit_id,
      kit_code: live.kit_code,
      kit_version_id: live.kit_version_id,
      version: 1,
      status: 'published',
      name: 'Review',
      description: 'What happened.',
      input: { fields: { transcript: { type: 'conversation', required: true } } },
    });
    const all = ['value', 'confidence', 'reason', 'evidence'];
    const brick_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(bricks).toEqual([
      {
        brick_id,
        key: 'score',
        name: 'Score',
        type: 'numeric',
        output_fields: ['value', 'confidence'],
        min: 0,
        max: 10,
        step: 1,
      },
      { brick_id, key: 'solved', name: 'solved', type: 'boolean', output_fields: all },
      {
        brick_id,
        key: 'mood',
        name: 'mood',
        type: 'categorical',
        output_fields: all,
        categories: [{ value: 'good' }, { value: 'bad' }],
      },
      { brick_id, key: 'caller', name: 'caller', type: 'text', output_fields: all },
    ]);
    const validate = new Ajv2020().compile(json_schema);
    const answer = (value: unknown) => ({ value, confidence: 1, reason: '', evidence: [] });
    const output = (score: number) => ({
      kit_code: live.kit_code,
      kit_version_id: live.kit_version_id,
      bricks: {
        score: { value: score, confidence: 0.5 },
        solved: answer(true),
        mood: answer('bad'),
        caller: answer('Ann'),
      },
    });
    expect([validate(output(7)), validate(output(11))]).toEqual([true, false]);
  });

  it('200: kit_id, kit_code and slug mean the live version, kit_version_id exactly one', async () => {
    for (const name of [live.kit_id, live.kit_code, live.kit_version_id, live.kit_id.toUpperCase(), 'review']) {
      expect((await get(`/v1/kits/${name}/schema`)).body).toMatchObject({ version: 1, status: 'published' });
    }
    expect((await get(`/v1/kits/${draft.kit_version_id}/schema`)).body).toMatchObject({
      kit_id: live.kit_id,
      version: 2,
      status: 'draft',
      name: 'Draft',
    });
  });

  it('200: every role may read, live and test keys see the same kits', async () => {
    for (const [environment, role] of [
      ['live', 'viewer'],
      ['test', 'runner'],
    ] as const) {
      const key = await service.key(service.workspaceId, environment, role);
      expect((await get(`/v1/kits/${live.kit_code}/schema`, key)).status).toBe(200);
    }
  });

  it('404: names that do not exist, and a kit that was never published', async () => {
    const unpublished = (await push(service, kitDocument('unpublished'))).body;
    const bodies = new Set<string>();
    for (const name of [
      '01890000-0000-7000-8000-000000000000',
      'AAAAAAAA',
      'no_such_kit',
      '%00',
      '%F0%9F%A7%B1',
      "'%20OR%201=1",
      'x'.repeat(1_000),
      live.kit_code.toLowerCase(),
      unpublished.kit_id,
      unpublished.kit_code,
    ]) {
      const { status, body } = await get(`/v1/kits/${name}/schema`);
      expect([name, status, body.error]).toEqual([name, 404, 'kit_not_found']);
      bodies.add(JSON.stringify(body));
    }
    expect(bodies.size).toBe(1);
  });
});

describe('GET /v1/kits/:kitId/types', () => {
  it('200: the types of the live version, or of the one that is named', async () => {
    const { status, body } = await service.call('GET', `/v1/kits/${live.kit_code}/types`, { key: service.adminKey });
    expect(status).toBe(200);
    expect(body.kit_version_id).toBe(live.kit_version_id);
    expect(body.typescript).toMatch(/^\/\*\*.*\nexport interface \w+Output \{/);
    const named = await service.call('GET', `/v1/kits/${live.kit_version_id}/types`, { key: service.adminKey });
    expect(named.body.typescript).toBe(body.typescript);
  });

  it('404: a kit that does not exist', async () => {
    const { status, body } = await service.call('GET', '/v1/kits/AAAAAAAA/types', { key: service.adminKey });
    expect([status, body.error]).toEqual([404, 'kit_not_found']);
  });
});

describe('GET /v1/kits/schema', () => {
  const find = (query: string) => get(`/v1/kits/schema${query}`);

  it('200: by each of the three parameters', async () => {
    const expected = (await get(`/v1/kits/${live.kit_id}/schema`)).body;
    for (const query of [
      `?kit_id=${live.kit_id}`,
      `?kit_code=${live.kit_code}`,
      `?kit_version_id=${live.kit_version_id}`,
    ]) {
      expect((await find(query)).body).toEqual(expected);
    }
  });

  it('200: kit_version_id wins over kit_code wins over kit_id', async () => {
    const other = await publishedKit(service, kitDocument('other'));
    const byVersion = await find(
      `?kit_id=${other.kit_id}&kit_code=${other.kit_code}&kit_version_id=${draft.kit_version_id}`,
    );
    expect(byVersion.body.version).toBe(2);
    const byCode = await find(`?kit_id=${other.kit_id}&kit_code=${live.kit_code}`);
    expect(byCode.body.kit_id).toBe(live.kit_id);
  });

  it('400: none of the three', async () => {
    for (const query of ['', '?kit_code=&kit_id=']) {
      const { status, body } = await find(query);
      expect([status, body.error]).toEqual([400, 'kit_code_or_kit_version_id_required']);
    }
  });

  it('400: one that is not a string', async () => {
    const { status, body } = await find('?kit_code=AAAAAAAA&kit_code=BBBBBBBB');
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toContain('kit_code');
  });

  it('404: a string that names no kit, and an identifier of the wrong kind', async () => {
    for (const query of [
      '?kit_code=x',
      '?kit_id=nonsense',
      '?kit_version_id=%00',
      `?kit_id=${live.kit_version_id}`,
      `?kit_version_id=${live.kit_id}`,
      `?kit_code=${live.kit_id}`,
      `?kit_version_id=nonsense&kit_code=${live.kit_code}`,
    ]) {
      const { status, body } = await find(query);
      expect([query, status, body.error]).toEqual([query, 404, 'kit_not_found']);
    }
  });
});

describe('GET /v1/kits/document-schema', () => {
  it('200: a JSON Schema that editors can load without a key', async () => {
    const { status, body } = await service.call('GET', '/v1/kits/document-schema');
    expect(status).toBe(200);
    expect(body).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', required: ['kit', 'bricks'] });
  });
});
