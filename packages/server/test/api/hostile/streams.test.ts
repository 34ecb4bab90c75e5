/** A stream that somebody has open ends when their access does, on any node, and not as if it were whole; a large export: `streams.system.test.ts`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedPerson, withSession } from '../../../../../test/support/people.ts';
import { publishKit, TRANSCRIPT, untilAborted } from '../../../../../test/support/runs.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { expectCutByRevoking, follow } from './support/follow.ts';

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
  const run = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
  expect((await service.call('POST', '/v1/runs', { key: service.adminKey, body: run })).status).toBe(200);
  const body = { questions: ['Was it late?'], engine: 'local' };
  const asked = await service.call('POST', '/v1/questions', { key: service.adminKey, body });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  questionId = asked.body.question_id;
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const questionEvents = () => `${other.url}/v1/questions/${questionId}/events`;

describe('the events of a question', () => {
  it('ends in the middle when the key is revoked', async () => {
    await expectCutByRevoking(service, questionEvents());
  });

  it('ends when the member is removed, and when they have another role', async () => {
    for (const end of ['remove', 'demote'] as const) {
      const maya = await joinedPerson(service, service.adminKey, `${end}@example.com`, 'analyst');
      const stream = await follow(questionEvents(), withSession(maya));
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
    const stream = await follow(questionEvents(), { authorization: `Bearer ${key}` });
    const hide = (roles: string[]) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { identities_hidden_from: roles } });
    expect((await hide(['developer'])).status).toBe(200);
    await stream.expectCut();
    await hide([]);
  });
});
