/** A stream that somebody has open ends when their access does, on any node, and not as if it were whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedPerson, withSession } from '../../../../../test/support/people.ts';
import { publishKit, untilAborted } from '../../../../../test/support/runs.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

const TRANSCRIPT = `Agent: ${'hello there my friend '.repeat(25_000)}`;
const RUNS = 12;

let service: TestService;
let other: TestNode;
let questionId: string;
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      // The question never ends.
      async answerCall(_work, _questions, { signal }) {
        await untilAborted(signal);
        throw new Error('aborted');
      },
    },
  );
  other = await service.node({ BRICKWORK_ROLE: 'api' });
  const { kit_code } = await publishKit(service, service.adminKey);
  for (let at = 0; at < RUNS; at += 1) {
    const body = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
    expect((await service.call('POST', '/v1/runs', { key: service.adminKey, body })).status).toBe(200);
  }
  const body = { questions: ['Was it late?'], engine: 'local' };
  const asked = await service.call('POST', '/v1/questions', { key: service.adminKey, body });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  questionId = asked.body.question_id;
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const STREAMS = [
  ['the events of a question', () => `/v1/questions/${questionId}/events`],
  ['an export', () => '/v1/runs/export?include=input'],
] as const;

/** Opens the stream on the other node, and reads its beginning. */
async function follow(path: string, headers: Record<string, string>) {
  const response = await fetch(`${other.url}${path}`, { headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const readOn = async () => {
    try {
      return (await reader?.read())?.done === true ? 'whole' : 'open';
    } catch {
      return 'cut';
    }
  };
  /** Reads on, so slowly that an export would take much longer than anybody needs to notice. */
  return { expectCut: () => expect.poll(readOn, { interval: 100, timeout: 20_000 }).toBe('cut') };
}

describe.each(STREAMS)('%s', (_what, path) => {
  it('ends in the middle when the key is revoked', async () => {
    const body = { environment: 'live', role: 'analyst', name: 'leaver' };
    const { body: made } = await service.call('POST', '/v1/keys', { key: service.adminKey, body });
    const stream = await follow(path(), { authorization: `Bearer ${made.key}` });
    await service.call('DELETE', `/v1/keys/${made.id}`, { key: service.adminKey });
    await stream.expectCut();
  });
});

describe('the events of a question', () => {
  const path = () => `/v1/questions/${questionId}/events`;

  it('ends when the member is removed, and when they have another role', async () => {
    for (const end of ['remove', 'demote'] as const) {
      const maya = await joinedPerson(service, service.adminKey, `${end}@example.com`, 'analyst');
      const stream = await follow(path(), withSession(maya));
      const { status } =
        end === 'remove'
          ? await service.call('DELETE', `/v1/members/${maya.memberId}`, { key: service.adminKey })
          : await service.call('PATCH', `/v1/members/${maya.memberId}`, {
              key: service.adminKey,
              body: { role: 'viewer' },
            });
      expect(status).toBe(200);
      await stream.expectCut();
    }
  });

  it('ends when the workspace hides identities from the role', async () => {
    const key = await service.key(service.workspaceId, 'live', 'developer');
    const stream = await follow(path(), { authorization: `Bearer ${key}` });
    const hide = (roles: string[]) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { identities_hidden_from: roles } });
    expect((await hide(['developer'])).status).toBe(200);
    await stream.expectCut();
    await hide([]);
  });
});
