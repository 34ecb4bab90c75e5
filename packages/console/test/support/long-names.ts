/** A workspace whose people, kits and categories have the longest names that real ones have, with at least one of everything that a page shows. */
import type { AnswerCall } from '@brickwork/server/questions/answer-call';
import { expect, vi } from 'vitest';
import { fakeLearner } from '../../../../test/support/fake-learner.ts';
import { publishedKit, push } from '../../../../test/support/kits.ts';
import { joinedPerson, withSession } from '../../../../test/support/people.ts';
import { recordingCalls } from '../../../../test/support/recordings.ts';
import { TRANSCRIPT } from '../../../../test/support/runs.ts';
import { startTestService, TEST_AGENT, type TestService } from '../../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../../test/support/told-evaluator.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../../test/support/webhook-receiver.ts';

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente';
const SLUG = 'rechtsschutzversicherungsgesellschaften-kundenzufriedenheit-007';
const EMAIL = 'bartholomaeus.freiherr-von-hohenstein-schwarzenberg@kundendienst.donaudampfschifffahrt.example.com';
/** Where the names of agents are not known, what the telephone system sends in their place. */
const AGENTS = [
  TEST_AGENT,
  'Jonas Freiherr von Hohenstein-Schwarzenberg zu Lüdenscheidt',
  EMAIL,
  '+49 170 123456789012',
  '00491701234567890123456789012345678901234567890123456789',
  WORD,
];
const TEAMS = [`${WORD} Süd`, 'Rechtsschutzversicherungsgesellschaften Nordrhein-Westfalen, Abteilung 4711-0815/b'];
const CATEGORIES = ['Kraftfahrzeughaftpflichtversicherungsangelegenheit', 'other', EMAIL];
const METADATA_KEY = 'versicherungsscheinnummernkennzeichnung_of_the_caller';
const BRICK = 'kundenzufriedenheitsbefragungsergebnis_nach_dem_gespraech_12345';
const QUESTION = `Did the agent explain the ${WORD} in words that somebody can follow who does not know it?`;
const CALLS = 72;
const DAY_MS = 86_400_000;

const KIT = {
  kit: 'kundenzufriedenheit_der_versicherungsgesellschaft',
  name: `Qualitätssicherung ${WORD} und Beschwerdemanagement`,
  description: `What ${WORD} means to callers, and whether they were told.`,
  bricks: [
    { key: BRICK, name: `Explained the ${WORD} in plain words`, type: 'boolean', question: QUESTION, good: true },
    { key: 'disclosed', name: 'Recording disclosed', type: 'boolean', question: 'Was it said?', good: true },
    {
      key: 'reason',
      name: 'Kraftfahrzeughaftpflichtversicherungskündigungsgrund',
      type: 'categorical',
      question: 'Why did they call?',
      categories: CATEGORIES.map((value) => ({ value })),
    },
    { key: 'summary', type: 'text', question: 'What was it about?' },
    {
      key: 'score',
      name: 'Gesamtqualitätsbewertungspunktzahl',
      type: 'numeric',
      good: 'high',
      score: {
        items: [
          { brick: BRICK, is: true, points: 60 },
          { brick: 'disclosed', is: true, points: 40 },
        ],
      },
    },
  ],
};

export interface LongNames {
  service: TestService;
  /** What the parameters of addresses stand for. */
  ids: Readonly<Record<string, string>>;
  /** Of somebody who sees only the own calls. */
  agentKey: string;
  invitation: string;
  /** Of a workspace with nothing in it. */
  empty: string;
}

const answerCall: AnswerCall = async (_, questions) => ({
  answers: questions.map(() => ({ state: 'sure', value: 'true', confidence: 0.9, quote: 'I lost my card.' })),
  microCredits: 0,
});

export async function startLongNames(): Promise<LongNames> {
  const environment = { BRICKWORK_TRANSCRIBER: 'openai/whisper-1', BRICKWORK_TRANSCRIBER_API_KEY: 'unused' };
  const service = await startTestService(
    { ...WEBHOOK_ENVIRONMENT, ...environment },
    {
      evaluate: tellingEvaluator,
      answerCall,
      learner: fakeLearner(),
    },
  );
  const send: Send = async (method, path, body, key = service.adminKey) => {
    const answer = await service.call(method, path, { key, body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const kit = await publishedKit(service, KIT);
  const draft = (
    await push(service, { ...KIT, description: 'Shorter.', bricks: KIT.bricks.filter(({ key }) => key !== 'summary') })
  ).body;
  await send('PUT', '/v1/settings', { credit_price: { amount: 0.01, currency: 'EUR' } });
  await send('PUT', '/v1/dimensions/versicherungssparte', { metadata_key: METADATA_KEY });
  const runIds = await addRuns(service, send, kit.kit_code);
  const run = runIds[0] ?? '';
  await addReviews(send, kit.kit_id, runIds, service);
  const calibration = await send('POST', `/v1/kits/${kit.kit_id}/calibrations`, { name: `${WORD} im November` });
  await addAround(send, kit.kit_id, run);
  await addRecordings(service, send, kit.kit_code);
  await send('PUT', `/v1/kits/${kit.kit_id}/shadow`, { kit_version_id: draft.kit_version_id, share: 0.5 });
  const backfill = await send('POST', '/v1/backfills', { kit_version_id: draft.kit_version_id, max_credits: 5 });
  const question = await send('POST', '/v1/questions', { questions: [QUESTION], engine: 'local', by: 'team' });
  const contrast = await send('POST', '/v1/contrasts', { filter: { team: TEAMS[0] } });
  const { link } = await send('POST', '/v1/invitations', { email: `second.${EMAIL}`, role: 'viewer' });
  await send('POST', '/v1/keys', { environment: 'live', role: 'runner', name: `Abgleich mit ${WORD} und CRM` });
  const { key: agentKey } = await send('POST', '/v1/keys', { environment: 'live', role: 'agent', agent: TEST_AGENT });
  const empty = await service.key(await service.workspace('empty'));
  return {
    service,
    agentKey,
    empty,
    invitation: link,
    ids: {
      kitId: kit.kit_id,
      kitCode: kit.kit_code,
      runId: run,
      agent: AGENTS[4] ?? '',
      name: SLUG,
      calibrationId: calibration.calibration_id,
      backfillId: backfill.backfill_id,
      questionId: question.question_id,
      contrastId: contrast.contrast_id,
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at the way a user would, without types.
type Send = (method: string, path: string, body: unknown, key?: string) => Promise<any>;

/** The newest first. */
async function addRuns(service: TestService, send: Send, kitCode: string): Promise<string[]> {
  const now = Date.now();
  const summary = `${WORD}: ${EMAIL} asked twice about ${'versicherungsscheinnummer'.repeat(4)} and was called back.`;
  const runs = Array.from({ length: CALLS }, (_, at) => ({
    kit_code: kitCode,
    external_id: at % 2 === 0 ? `call-${at}-${'0123456789'.repeat(6)}` : `${at}.${EMAIL}`,
    occurred_at: new Date(now - (at % 40) * DAY_MS - 3_600_000).toISOString(),
    metadata: {
      agent: AGENTS[at % AGENTS.length],
      team: TEAMS[at % 2],
      [METADATA_KEY]: `${WORD}-${at}`,
    },
    input: {
      transcript: at === 0 ? `${TRANSCRIPT}\n${EMAIL}: ${WORD.repeat(5)}` : TRANSCRIPT,
      // One fails.
      ...(at !== 10 && {
        tell: {
          [BRICK]:
            at % 5 === 1 ? { value: null, applicability: 'abstained' } : { value: at % 3 === 0, confidence: 0.8 },
          disclosed: { value: at % 4 !== 0, confidence: 0.9, reason: summary },
          reason: { value: CATEGORIES[at % 3], confidence: 0.7 },
          summary: { value: summary, confidence: 0.6 },
          score: { value: (at * 37) % 101, confidence: 0.8 },
        },
      }),
    },
  }));
  await send('POST', '/v1/batches', { runs });
  await vi.waitFor(
    async () => {
      const { body } = await service.call('GET', '/v1/runs/count?facets=status', { key: service.adminKey });
      expect(JSON.stringify(body)).not.toMatch(/queued|running/);
    },
    { timeout: 60_000, interval: 200 },
  );
  const { data } = (await service.call('GET', '/v1/runs?limit=100', { key: service.adminKey })).body;
  const bySize = runs.map(({ external_id }) => external_id);
  return data
    .toSorted(
      (one: { external_id: string }, other: { external_id: string }) =>
        bySize.indexOf(one.external_id) - bySize.indexOf(other.external_id),
    )
    .map(({ run_id }: { run_id: string }) => run_id);
}

/** Two reviewers who differ, a queue, and an appeal. */
async function addReviews(send: Send, kitId: string, runIds: readonly string[], service: TestService): Promise<void> {
  const person = await joinedPerson(service, service.adminKey, EMAIL, 'reviewer', { name: `Reviewer ${WORD}` });
  for (const runId of runIds.filter((_, at) => at % 3 === 0).slice(0, 12)) {
    const said = [{ brick: 'disclosed', verdict: 'correct' }];
    await send('POST', `/v1/runs/${runId}/reviews`, said);
    const headers = withSession(person);
    await service.call('POST', `/v1/runs/${runId}/reviews`, {
      headers,
      body: [{ brick: 'disclosed', verdict: 'wrong', value: false, note: `${WORD} was not said.` }],
    });
  }
  await send('PUT', `/v1/kits/${kitId}/review-policy`, { random: 0.5, below_confidence: 0.9 });
  await send('POST', `/v1/kits/${kitId}/review-queue/items`, { run_ids: runIds.slice(0, 4) });
  const agent = await joinedPerson(service, service.adminKey, `agent.${EMAIL}`, 'agent', { agent: TEST_AGENT });
  const appeal = { brick: 'reason', text: `They asked about ${WORD.repeat(2)}, see ${EMAIL}.` };
  const { status } = await service.call('POST', `/v1/runs/${runIds[0]}/appeals`, {
    headers: withSession(agent),
    body: appeal,
  });
  expect(status).toBe(201);
}

/** One that is being sent, and one that is no recording. */
async function addRecordings(service: TestService, send: Send, kitCode: string): Promise<void> {
  const name = `2026-11-15 ${WORD.repeat(2)} ${EMAIL}.wav`;
  const recordings = recordingCalls(
    () => service,
    () => kitCode,
  );
  await send('POST', '/v1/recordings', { kit_code: kitCode, size_bytes: 9_600_044, name });
  await recordings.sent(Buffer.from('PK\u0003\u0004'), { name });
  await vi.waitFor(
    async () => expect((await send('GET', '/v1/recordings?status=failed', undefined)).data).toHaveLength(1),
    { timeout: 20_000 },
  );
}

/** What stands around the runs: rules, ways in and out, notes. */
async function addAround(send: Send, kit: string, runId: string): Promise<void> {
  const lines = Array.from({ length: 10 }, (_, at) => ({
    input: { transcript: `Agent: ${at % 2 === 0 ? 'The lamp' : WORD}, number ${at}.` },
    expected: { disclosed: at % 2 === 0 },
  }));
  const rule = { kit, brick: BRICK, aggregate: 'share', value: false, window: '30d', above: 0.3, min_runs: 5 };
  await send('PUT', `/v1/alerts/${SLUG}`, { ...rule, hysteresis: 0.05, where: { team: TEAMS[0] } });
  await send('PUT', `/v1/kits/${kit}/golden-sets/${SLUG}`, { lines });
  await send('PUT', `/v1/canaries/${SLUG}`, { kit, set: SLUG });
  await send('POST', `/v1/kits/${kit}/evaluations`, { set: SLUG });
  await send('POST', `/v1/kits/${kit}/learnings`, { set: SLUG });
  await send('PUT', `/v1/channels/${SLUG}`, {
    kind: 'slack',
    url: 'https://hooks.slack.com/services/x',
    topics: ['alerts'],
  });
  await send('PUT', `/v1/destinations/${SLUG}`, {
    destination: { preset: 'hubspot', fields: { [BRICK]: `zufriedenheit_${BRICK.slice(0, 40)}` } },
    secrets: { token: 'pat' },
  });
  await send('POST', `/v1/destinations/${SLUG}/replay`, { run_ids: [runId] });
  await send('PUT', `/v1/intakes/${SLUG}`, {
    intake: { description: WORD.repeat(3), auth: { type: 'token' }, map: { input: 'call' }, kits: [{ kit }] },
  });
  await send('PUT', `/v1/spend-caps/${SLUG}`, { period: 'month', credits: 5, at_cap: 'hold' });
  await send('POST', '/v1/webhooks', { url: `https://crm.example.com/${'hooks/'.repeat(20)}${SLUG}` });
  await send('POST', '/v1/views', { name: `${WORD} Süd, last week`, search: 'status=failed' });
  await send('POST', '/v1/speakers', { agents: AGENTS.slice(1) });
  for (const agent of AGENTS)
    await send('POST', '/v1/coaching-notes', {
      agent,
      kit,
      bricks: [BRICK, 'disclosed'],
      text: `Say that ${WORD} is recorded; see ${EMAIL}.`,
      noted_on: new Date(Date.now() - 14 * DAY_MS).toISOString().slice(0, 10),
    });
}
