/** Every endpoint of the contract that changes something leaves an entry, or is listed with the reason why it does not. */
import { AUDIT_ACTIONS, AUDITED_ENDPOINTS, ENDPOINTS, NOT_AUDITED } from '@brickwork/contract';
import { decodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest, type Known, rememberIds } from '../../../../../test/support/example-requests.ts';
import { fakeLearner, taughtBrick } from '../../../../../test/support/fake-learner.ts';
import { kitDocument, type Pushed, publishedKit, push } from '../../../../../test/support/kits.ts';
import { joinedPerson } from '../../../../../test/support/people.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let kit: Pushed;
let draft: Pushed;
let runId: string;
let memberId: string;
beforeAll(async () => {
  service = await startTestService(
    { BRICKWORK_ROLE: 'api', BRICKWORK_TRANSCRIBER: 'openai/x', BRICKWORK_TRANSCRIBER_BASE_URL: 'http://127.0.0.1:9' },
    { evaluate: tellingEvaluator, learner: fakeLearner() },
  );
  kit = await publishedKit(service, kitDocument('review'));
  await publishedKit(service, { kit: 'taught', bricks: [taughtBrick('odd')] });
  memberId = (await joinedPerson(service, service.adminKey, 'maya@example.com', 'viewer')).memberId;
  await requestLinks((await joinedPerson(service, service.adminKey, 'lee@example.com', 'viewer')).memberId);
  draft = (await push(service, kitDocument('review', { name: 'Next' }))).body;
  // Gone afterwards, so that what is to be cancelled has not ended by then.
  const worker = await service.node({ BRICKWORK_ROLE: 'all' });
  runId = await toldRun(worker, service.adminKey, kit.kit_code, { solved: { value: true } });
  // Enough on either side to be contrasted.
  for (let at = 0; at < 10; at += 1)
    await toldRun(worker, service.adminKey, kit.kit_code, {}, { metadata: { team: at < 5 ? 'Porto' : 'Faro' } });
  await worker.stop();
});
afterAll(() => service.stop());

const LINKS = ['lnk_01jcq8v5h3m8e7x2k9n4b6c1d0', 'lnk_01jcq8v5h3m8e7x2k9n4b6c1d1'] as const;

/** As two accounts at an identity provider ask. */
async function requestLinks(member: string): Promise<void> {
  for (const link of LINKS)
    await service.testDatabase.database.query(
      `INSERT INTO identity_links (workspace_id, id, member_id, issuer, subject, email, name, role, created_at, expires_at)
       VALUES ($1, $2, $3, 'https://login.example.com', $2::uuid::text, 'lee@example.com', 'Lee', 'viewer', now(), now() + interval '1 day')`,
      [decodeId('ws', service.workspaceId), decodeId('lnk', link), decodeId('mem', member)],
    );
}

const IMPORTED = {
  score: { value: 7 },
  solved: { value: true },
  mood: { value: 'good' },
  caller: { value: '' },
};

const changing = ENDPOINTS.filter(({ method }) => method !== 'GET');

interface Change {
  endpoint: string;
  path: string;
  body?: unknown;
  raw?: string;
}

/** What earlier answers said, by the endpoint that gave them. */
type Made = (endpoint: string) => Record<string, string>;

/** Enough to learn from. */
const LINES = Array.from({ length: 10 }, (_, at) => ({
  input: { transcript: `Agent: It is solved, number ${at}.` },
  expected: { solved: at % 2 === 0 },
}));

/** A request for each that takes more than the contract's examples, in an order in which each has something to change. */
const CHANGES: readonly ((made: Made) => Change)[] = [
  () => ({
    endpoint: 'createImport',
    path: '/v1/imports',
    body: { kit_code: kit.kit_code, runs: [{ input: { transcript: 'Agent: Solved.' }, bricks: IMPORTED }] },
  }),
  () => ({ endpoint: 'createKey', path: '/v1/keys', body: { environment: 'live', role: 'runner', name: 'sync' } }),
  (made) => ({ endpoint: 'revokeKey', path: `/v1/keys/${made('createKey').id}` }),
  () => ({ endpoint: 'createInvitation', path: '/v1/invitations', body: { email: 'x@example.com', role: 'viewer' } }),
  (made) => ({ endpoint: 'revokeInvitation', path: `/v1/invitations/${made('createInvitation').id}` }),
  () => ({ endpoint: 'changeMember', path: `/v1/members/${memberId}`, body: { role: 'analyst' } }),
  () => ({ endpoint: 'endMemberSessions', path: `/v1/members/${memberId}/sessions` }),
  () => ({ endpoint: 'resetMember', path: `/v1/members/${memberId}/reset` }),
  () => ({ endpoint: 'removeMember', path: `/v1/members/${memberId}` }),
  () => ({ endpoint: 'putSettings', path: '/v1/settings', body: { timezone: 'Europe/Lisbon' } }),
  () => ({
    endpoint: 'createCoachingNote',
    path: '/v1/coaching-notes',
    body: { agent: 'Maya', kit: 'review', bricks: ['solved'], text: 'Ask whether it is solved.' },
  }),
  (made) => ({ endpoint: 'deleteCoachingNote', path: `/v1/coaching-notes/${made('createCoachingNote').note_id}` }),
  () => ({ endpoint: 'eraseCoachingNotes', path: '/v1/coaching-notes?agent=Maya' }),
  () => ({ endpoint: 'putDimension', path: '/v1/dimensions/queue', body: { metadata_key: 'queue' } }),
  () => ({ endpoint: 'deleteDimension', path: '/v1/dimensions/queue' }),
  () => ({ endpoint: 'saveView', path: '/v1/views', body: { name: 'mine', search: 'q=refund' } }),
  () => ({ endpoint: 'deleteView', path: '/v1/views/mine' }),
  () => ({
    endpoint: 'putAlert',
    path: '/v1/alerts/unsolved',
    body: { kit: 'review', brick: 'solved', aggregate: 'share', value: false, window: '7d', above: 0.3 },
  }),
  () => ({ endpoint: 'deleteAlert', path: '/v1/alerts/unsolved' }),
  () => ({
    endpoint: 'putGoldenSet',
    path: '/v1/kits/review/golden-sets/regression',
    raw: JSON.stringify({ lines: LINES }),
  }),
  () => ({ endpoint: 'putCanary', path: '/v1/canaries/nightly', body: { kit: 'review', set: 'regression' } }),
  () => ({ endpoint: 'deleteCanary', path: '/v1/canaries/nightly' }),
  () => ({ endpoint: 'createEvaluation', path: '/v1/kits/review/evaluations', body: { set: 'regression' } }),
  (made) => ({
    endpoint: 'cancelEvaluation',
    path: `/v1/evaluations/${made('createEvaluation').evaluation_id}/cancel`,
  }),
  () => ({
    endpoint: 'addGoldenRuns',
    path: '/v1/kits/review/golden-sets/regression/runs',
    body: { run_ids: [runId], unreviewed: true },
  }),
  () => ({ endpoint: 'createLearning', path: '/v1/kits/review/learnings', body: { set: 'regression' } }),
  (made) => ({ endpoint: 'cancelLearning', path: `/v1/learnings/${made('createLearning').learning_id}/cancel` }),
  () => ({ endpoint: 'unlearnKit', path: '/v1/kits/taught/unlearn', body: {} }),
  () => ({ endpoint: 'deleteGoldenSet', path: '/v1/kits/review/golden-sets/regression' }),
  () => ({ endpoint: 'putReviewPolicy', path: '/v1/kits/review/review-policy', body: { random: 0.1 } }),
  () => ({ endpoint: 'drawReviews', path: '/v1/kits/review/review-policy/draw', body: { policy: { random: 1 } } }),
  () => ({ endpoint: 'createCalibration', path: '/v1/kits/review/calibrations', body: { name: 'November' } }),
  (made) => ({
    endpoint: 'closeCalibration',
    path: `/v1/calibrations/${made('createCalibration').calibration_id}/close`,
  }),
  (made) => ({
    endpoint: 'deleteCalibration',
    path: `/v1/calibrations/${made('createCalibration').calibration_id}`,
  }),
  () => ({ endpoint: 'queueRuns', path: '/v1/kits/review/review-queue/items', body: { run_ids: [runId] } }),
  () => ({ endpoint: 'refuseLinkRequest', path: `/v1/link-requests/${LINKS[0]}` }),
  () => ({ endpoint: 'approveLinkRequest', path: `/v1/link-requests/${LINKS[1]}/approve` }),
  () => ({ endpoint: 'deleteReviewPolicy', path: '/v1/kits/review/review-policy' }),
  () => ({
    endpoint: 'putShadow',
    path: '/v1/kits/review/shadow',
    body: { kit_version_id: draft.kit_version_id, share: 0.5 },
  }),
  () => ({ endpoint: 'deleteShadow', path: '/v1/kits/review/shadow' }),
  () => ({
    endpoint: 'createBackfill',
    path: '/v1/backfills',
    body: { kit_version_id: draft.kit_version_id, max_credits: 5 },
  }),
  (made) => ({ endpoint: 'cancelBackfill', path: `/v1/backfills/${made('createBackfill').backfill_id}/cancel` }),
  () => ({
    endpoint: 'createQuestion',
    path: '/v1/questions',
    body: { questions: ['Was it solved?'], engine: 'local' },
  }),
  (made) => ({
    endpoint: 'judgeCalls',
    path: `/v1/questions/${made('createQuestion').question_id}/judgements`,
    body: { judgements: [{ run_id: runId, answer: 'yes' }] },
  }),
  (made) => ({ endpoint: 'deleteQuestion', path: `/v1/questions/${made('createQuestion').question_id}` }),
  () => ({ endpoint: 'createContrast', path: '/v1/contrasts', body: { filter: { team: 'Porto' } } }),
  (made) => ({ endpoint: 'deleteContrast', path: `/v1/contrasts/${made('createContrast').contrast_id}` }),
  () => ({ endpoint: 'putWebhook', path: '/v1/webhooks', body: { url: 'https://crm.example.com/hooks/s3cret' } }),
  (made) => ({ endpoint: 'rotateWebhookSecret', path: `/v1/webhooks/${made('putWebhook').id}/rotate` }),
  (made) => ({ endpoint: 'disableWebhook', path: `/v1/webhooks/${made('putWebhook').id}/disable` }),
  (made) => ({ endpoint: 'enableWebhook', path: `/v1/webhooks/${made('putWebhook').id}/enable` }),
  (made) => ({ endpoint: 'replayDelivery', path: `/v1/deliveries/${made('testWebhook').delivery_id}/replay` }),
  (made) => ({
    endpoint: 'recoverDeliveries',
    path: `/v1/webhooks/${made('putWebhook').id}/recover`,
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  (made) => ({ endpoint: 'deleteWebhook', path: `/v1/webhooks/${made('putWebhook').id}` }),
  () => ({
    endpoint: 'putIntake',
    path: '/v1/intakes/phones',
    body: { intake: { auth: { type: 'token' }, map: { input: 'call' }, kits: [{ kit: 'review' }] } },
  }),
  () => ({ endpoint: 'rotateIntakeSecret', path: '/v1/intakes/phones/rotate' }),
  (made) => ({
    endpoint: 'eraseIntakeDelivery',
    path: `/v1/intakes/phones/deliveries/${made('receiveDelivery').delivery_id}`,
  }),
  () => ({
    endpoint: 'replayIntakeDeliveries',
    path: '/v1/intakes/phones/replay',
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  () => ({
    endpoint: 'putChannel',
    path: '/v1/channels/ops',
    body: { kind: 'slack', url: 'https://hooks.slack.com/services/x', topics: ['alerts'] },
  }),
  () => ({ endpoint: 'deleteChannel', path: '/v1/channels/ops' }),
  () => ({
    endpoint: 'putDestination',
    path: '/v1/destinations/crm',
    body: { destination: { preset: 'hubspot', fields: { solved: 'solved' } }, secrets: { token: 'pat-s3cret' } },
  }),
  () => ({ endpoint: 'replayDestination', path: '/v1/destinations/crm/replay', body: { run_ids: [runId] } }),
  () => ({ endpoint: 'deleteDestination', path: '/v1/destinations/crm' }),
  () => ({
    endpoint: 'putWarehouseExport',
    path: '/v1/warehouse/export',
    body: {
      to: 's3://calls/live',
      region: 'eu-west-1',
      access_key_id: 'AKID',
      secret_access_key: 'secret-of-a-bucket',
      enabled: false,
    },
  }),
  () => ({ endpoint: 'deleteWarehouseExport', path: '/v1/warehouse/export' }),
  () => ({ endpoint: 'deleteIntake', path: '/v1/intakes/phones' }),
  () => ({ endpoint: 'pushKit', path: '/v1/kits', body: kitDocument('other') }),
  () => ({ endpoint: 'publishKit', path: '/v1/kits/other/publish', body: { version: 1 } }),
  () => ({ endpoint: 'archiveKit', path: '/v1/kits/other/archive' }),
  () => ({ endpoint: 'createErasure', path: '/v1/erasures', body: { run_ids: [runId] } }),
  (made) => ({ endpoint: 'cancelErasure', path: `/v1/erasures/${made('createErasure').erasure_id}/cancel` }),
  () => ({ endpoint: 'eraseRun', path: `/v1/runs/${runId}` }),
];

/** All others come first, as their examples say; what deletes comes last of them. */
function changesByExample(listed: readonly string[], known: Known): ((made: Made) => Change)[] {
  return changing
    .filter(({ id }) => id in AUDITED_ENDPOINTS && !listed.includes(id))
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    .map((endpoint) => () => ({ endpoint: endpoint.id, ...exampleRequest(endpoint, known) }));
}

describe('every changing endpoint', () => {
  it('is either audited or not, with a reason', () => {
    const ids = changing.map(({ id }) => id);
    const listed = [...Object.keys(AUDITED_ENDPOINTS), ...Object.keys(NOT_AUDITED)];
    expect(listed.toSorted()).toEqual(ids.toSorted());
    for (const [id, reason] of Object.entries(NOT_AUDITED)) expect(reason, id).toMatch(/^[A-Z].{20,}\.$/);
    for (const [action, meaning] of Object.entries(AUDIT_ACTIONS)) expect(meaning, action).toMatch(/^[A-Z].{10,}\.$/);
    for (const action of Object.values(AUDITED_ENDPOINTS)) expect(AUDIT_ACTIONS).toHaveProperty([action]);
  });

  it('leaves its entry in the log, once, and no secret in it', async () => {
    const answers = new Map<string, Record<string, string>>();
    const made: Made = (endpoint) => answers.get(endpoint) ?? {};
    const key = service.adminKey;
    const entries = async (action: string) =>
      (await service.call('GET', `/v1/audit?action=${action}`, { key })).body.data;
    const walked: string[] = [];
    const known: Known = new Map([
      ...Object.entries({ kit: 'review', kitId: 'review', runId, memberId }),
      ...Object.entries({ kit_code: kit.kit_code, kit_version_id: kit.kit_version_id, run_id: runId }),
    ]);
    const listed = CHANGES.map((describeChange) => describeChange(() => ({})).endpoint);
    for (const describeChange of [...changesByExample(listed, known), ...CHANGES]) {
      const { endpoint: id, path, body, raw } = describeChange(made);
      const endpoint = ENDPOINTS.find((each) => each.id === id);
      const action = AUDITED_ENDPOINTS[id];
      if (endpoint === undefined || action === undefined) throw new Error(`${id} is not an audited endpoint`);
      const before = (await entries(action)).length;
      const answer = await service.call(endpoint.method, path, {
        key,
        ...(body !== undefined && { body }),
        ...(raw !== undefined && { raw, headers: { 'content-type': 'application/json' } }),
      });
      expect(answer.status, `${id}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      answers.set(id, answer.body);
      rememberIds(answer.body, known);
      // As a worker would have answered it.
      if (id === 'createQuestion')
        await service.testDatabase.database.query(
          `UPDATE question_runs SET state = 'answered', answers = '[{"s": "sure", "v": "true", "c": 0.9}]'`,
        );
      if (id === 'enableWebhook') {
        const test = await service.call('POST', `/v1/webhooks/${made('putWebhook').id}/test`, { key });
        answers.set('testWebhook', test.body);
      }
      if (id === 'putIntake') {
        const sent = { raw: '{}', headers: { 'content-type': 'application/json' } };
        const pushed = await service.call('POST', `${made(id).path}?token=${made(id).secret}`, sent);
        answers.set('receiveDelivery', pushed.body);
      }
      const after = await entries(action);
      expect(after.length - before, `${id} leaves one entry ${action}`).toBe(1);
      expect(after[0]).toMatchObject({ action, outcome: 'done', address: '127.0.0.1', actor: { kind: 'key' } });
      walked.push(id);
    }
    expect(walked.toSorted()).toEqual(Object.keys(AUDITED_ENDPOINTS).toSorted());
    const all = JSON.stringify((await service.call('GET', '/v1/audit?limit=100', { key })).body);
    const links = ['createInvitation', 'resetMember'].map((id) => made(id).link?.split('#')[1]);
    for (const secret of [
      key,
      made('createKey').key,
      'secret-of-a-bucket',
      made('putWebhook').secret,
      's3cret',
      made('putIntake').secret,
      ...links,
    ])
      expect(all).not.toContain(secret);
    expect(all).not.toContain('refund');
  });
});
