import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, push } from '../../../../../test/support/kits.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let other: TestNode;
beforeAll(async () => {
  service = await startTestService();
  other = await service.node();
});
afterAll(() => service.stop());

/** Pushes at the same time, on two nodes. */
function pushAll(documents: readonly unknown[]) {
  return Promise.all(
    documents.map((body, index) =>
      (index % 2 === 0 ? service : other).call('POST', '/v1/kits', { key: service.adminKey, body }),
    ),
  );
}

const range = Array.from({ length: 20 }, (_, index) => index);

describe('20 concurrent pushes', () => {
  it('of different documents of a new kit yield one kit with versions 1 to 20', async () => {
    const answers = await pushAll(range.map((index) => kitDocument('raced', { name: `Name ${index}` })));
    expect(answers.map(({ status }) => status)).toEqual(range.map(() => 201));
    const bodies: Pushed[] = answers.map(({ body }) => body);
    expect(new Set(bodies.map(({ kit_id, kit_code }) => `${kit_id} ${kit_code}`)).size).toBe(1);
    expect(bodies.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(range.map((index) => index + 1));
    expect(new Set(bodies.map(({ kit_version_id }) => kit_version_id)).size).toBe(20);
  });

  it('of one document yield one version', async () => {
    const answers = await pushAll(range.map(() => kitDocument('same')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('of twenty new kits yield twenty codes', async () => {
    const answers = await pushAll(range.map((index) => kitDocument(`kit_${index}`)));
    expect(new Set(answers.map(({ body }) => body.kit_code)).size).toBe(20);
  });

  it('mixed with publishes leave exactly one version live, the newest published', async () => {
    await push(service, kitDocument('busy'), { publish: true });
    await Promise.all(
      range.map(async (index) => {
        const node = index % 2 === 0 ? service : other;
        const body = kitDocument('busy', { name: `Name ${index}` });
        const { status } = await node.call('POST', '/v1/kits?publish=true', { key: service.adminKey, body });
        expect(status).toBe(201);
      }),
    );
    const { body } = await service.call('GET', '/v1/kits/busy/versions?limit=100', { key: service.adminKey });
    expect(body.data.map(({ version }: Pushed) => version)).toEqual(range.map((index) => 21 - index).concat(1));
    expect(body.data.filter(({ live }: { live: boolean }) => live)).toEqual([
      expect.objectContaining({ version: 21, status: 'published' }),
    ]);
  });
});
