/**
 * Every endpoint of the contract × every role × own and other workspace, by key and signed in as a person. The expectation follows from the contract alone: a new endpoint is tested
 * without a line here, and one that the role agent may call must be named in `OWN`. In `npm test` keys call all endpoints of their own workspace that refuse them,
 * and a tenth of those that do not, each role another one; people, and whoever is of another workspace, a tenth of all.
 */
import { ENDPOINTS, type Endpoint, PERSON_ROLES, ROLE_PERMISSIONS, ROLES, type Role } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn } from '../../../../../test/support/draws.ts';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { joinedPerson, withSession } from '../../../../../test/support/people.ts';
import { sharedTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

/** What the role agent may call. Each of these keeps to the own calls, and has a test of its own below. */
const OWN = ['listRuns', 'getRun', 'listAppeals', 'getHome', 'listCoachingNotes'];

const GUARDED = ENDPOINTS.filter(({ access }) => access !== 'public');

/** In everything that workspace `mine` holds; no other workspace may ever see it. */
const MARK = 'zanzibar';
/** In the runs of another agent of the same workspace. */
const OTHERS_MARK = 'quokka';

let service: TestService;
/** The headers that say who is calling. */
const callers = new Map<string, Record<string, string>>();
const ids = new Map<string, string>();
let ownRun: string;
let othersRun: string;

beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  const mine = await service.workspace('mine');
  const other = await service.workspace('other');
  for (const [name, workspaceId] of [
    ['mine', mine],
    ['other', other],
  ] as const) {
    for (const role of ROLES)
      callers.set(`${name} key ${role}`, { authorization: `Bearer ${await service.key(workspaceId, 'live', role)}` });
    const admin = await service.key(workspaceId);
    for (const role of PERSON_ROLES) {
      const agent = role === 'agent' ? { agent: TEST_AGENT } : {};
      const person = await joinedPerson(service, admin, `${role}@${name}.example.com`, role, agent);
      callers.set(`${name} person ${role}`, withSession(person));
    }
  }
  const admin = await service.key(mine);
  const kit = await publishedKit(service, kitDocument(`kit_${MARK}`), admin);
  const run = (agent: string, mark: string) =>
    toldRun(service, admin, kit.kit_code, { solved: { value: true } }, { metadata: { agent, mark } });
  ownRun = await run(TEST_AGENT, MARK);
  othersRun = await run('Tom B.', OTHERS_MARK);
  const created = await service.call('POST', '/v1/keys', { key: admin, body: { name: MARK, role: 'viewer' } });
  const events = await service.call('GET', '/v1/events', { key: admin });
  ids.set('runId', othersRun);
  ids.set('kitId', kit.kit_id);
  ids.set('keyId', created.body.id);
  ids.set('eventId', events.body.data[0].event_id ?? events.body.data[0].id);
  const [somebody] = (await service.call('GET', '/v1/members', { key: admin })).body.data;
  ids.set('memberId', somebody.id);
  ids.set('version', '1');
});
afterAll(() => service.stop());

type Kind = 'key' | 'person';

function callerOf(workspace: 'mine' | 'other', role: Role, kind: Kind = 'key'): Record<string, string> {
  return callers.get(`${workspace} ${kind} ${role}`) ?? {};
}

const CASES: readonly (readonly [Role, Kind])[] = [
  ...ROLES.map((role) => [role, 'key'] as const),
  ...PERSON_ROLES.map((role) => [role, 'person'] as const),
];

function isAllowed({ id, access }: Endpoint, role: Role): boolean {
  if (access === 'any_key' || access === 'public') return true;
  return ROLE_PERMISSIONS[role].includes(access) || (role === 'agent' && OWN.includes(id));
}

/** With what exists in `mine`, or with ids that nothing has. */
async function send(
  { method, path, bodyExample, body, rawBody }: Endpoint,
  headers: Record<string, string>,
  params: ReadonlyMap<string, string>,
) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => params.get(name) ?? `no-such-${name.toLowerCase()}`);
  const sent = bodyExample ?? (body === undefined && rawBody !== true ? undefined : {});
  return service.call(method, url, { headers, ...(sent !== undefined && { body: sent }) });
}

const NOTHING: ReadonlyMap<string, string> = new Map();

describe('the permission matrix', () => {
  it('names exactly the endpoints that keep to the own calls', () => {
    expect(GUARDED.filter(({ own }) => own).map(({ id }) => id)).toEqual(OWN);
  });

  describe.each(CASES)('%s by %s', (role, kind) => {
    const turn = CASES.findIndex((each) => each[0] === role && each[1] === kind);
    // A browser's session opens the API alone: assistants use keys.
    const called = GUARDED.filter(({ path }) => kind === 'key' || path.startsWith('/v1/'));

    it('is allowed and refused what the contract says', async () => {
      const wrong: string[] = [];
      const few = drawn(called, turn);
      for (const endpoint of kind === 'key' ? called : few) {
        // Nothing is changed that another case needs: whoever may, calls with ids that nothing has.
        const allowed = isAllowed(endpoint, role);
        if (allowed && !few.includes(endpoint)) continue;
        const { status } = await send(endpoint, callerOf('mine', role, kind), allowed ? NOTHING : ids);
        const isRight = allowed ? ![401, 403, 500].includes(status) : status === 403;
        if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path} answered ${status}`);
      }
      expect(wrong).toEqual([]);
    });

    it('of another workspace sees and changes nothing, whatever it calls', async () => {
      const headers = callerOf('mine', 'admin');
      const state = async () =>
        JSON.stringify(
          await Promise.all(
            [
              '/v1/runs',
              '/v1/kits',
              '/v1/keys',
              '/v1/events',
              '/v1/webhooks',
              '/v1/reviews',
              '/v1/views',
              '/v1/members',
              '/v1/invitations',
            ].map(async (path) => withoutUse((await service.call('GET', path, { headers })).body)),
          ),
        );
      const before = await state();
      for (const endpoint of drawn(called, turn)) {
        const { status, body } = await send(endpoint, callerOf('other', role, kind), ids);
        expect(status, endpoint.id).not.toBe(500);
        expect(JSON.stringify(body), endpoint.id).not.toContain(MARK);
        expect(JSON.stringify(body), endpoint.id).not.toContain(OTHERS_MARK);
      }
      expect(await state()).toBe(before);
    });
  });
});

/** Keys are used while the test looks at them. */
function withoutUse(body: { data: object[] }): object[] {
  return body.data.map((each) => ({ ...each, last_used_at: undefined, last_seen_at: undefined }));
}

describe('the role agent', () => {
  const get = (path: string) => service.call('GET', path, { headers: callerOf('mine', 'agent', 'person') });

  it('gets nothing of somebody else’s calls from any endpoint', async () => {
    for (const endpoint of GUARDED) {
      const { body } = await send(endpoint, callerOf('mine', 'agent'), ids);
      expect(JSON.stringify(body), endpoint.id).not.toContain(OTHERS_MARK);
    }
  });

  it('lists and reads the own calls, with what was said', async () => {
    const { body } = await get('/v1/runs?include=answers');
    expect(body.data.map(({ run_id }: { run_id: string }) => run_id)).toEqual([ownRun]);
    const run = await get(`/v1/runs/${ownRun}?include=input,conversation`);
    expect(run.status).toBe(200);
    expect(run.body.output.bricks.solved.value).toBe(true);
    expect(run.body.input).toBeDefined();
  });

  it('cannot widen the list by a filter', async () => {
    for (const query of [
      'agent=Tom%20B.',
      'metadata.agent=Tom%20B.',
      'agent=not:Maya%20K.',
      `metadata.mark=${OTHERS_MARK}`,
    ])
      expect((await get(`/v1/runs?${query}`)).body.data, query).toEqual([]);
  });

  it('is told that somebody else’s run does not exist, and not what reviewers wrote', async () => {
    expect((await get(`/v1/runs/${othersRun}`)).body.error).toBe('run_not_found');
    expect((await get(`/v1/runs/${ownRun}?include=reviews`)).status).toBe(403);
  });

  it('sees nothing once the workspace has no dimension that says whose call a run is', async () => {
    const headers = callerOf('mine', 'admin');
    await service.call('DELETE', '/v1/dimensions/agent', { headers });
    expect((await get('/v1/runs')).status).toBe(403);
    expect((await get(`/v1/runs/${ownRun}`)).status).toBe(403);
    await service.call('PUT', '/v1/dimensions/agent', { headers, body: { metadata_key: 'agent' } });
    expect((await get(`/v1/runs/${ownRun}`)).status).toBe(200);
  });

  it('needs to be told whose calls a key sees', async () => {
    const create = (body: object) => service.call('POST', '/v1/keys', { headers: callerOf('mine', 'admin'), body });
    expect((await create({ role: 'agent' })).status).toBe(400);
    expect((await create({ role: 'viewer', agent: 'Tom B.' })).status).toBe(400);
    expect((await create({ role: 'agent', agent: 'Tom B.' })).body.agent).toBe('Tom B.');
  });
});
