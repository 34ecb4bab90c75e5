/** Five weeks of calls of two teams and seven agents, as a manager would find them on a Monday. */
import { vi } from 'vitest';
import { publishedKit } from '../../../../test/support/kits.ts';
import { TRANSCRIPT } from '../../../../test/support/runs.ts';
import type { TestService } from '../../../../test/support/test-service.ts';

const question = 'Did it happen?';

const CALL_QUALITY = {
  kit: 'call_quality',
  name: 'Call quality',
  bricks: [
    { key: 'disclosed', name: 'Recording disclosed', type: 'boolean', question, good: true },
    { key: 'verified', name: 'Identity verified', type: 'boolean', question, good: true },
    { key: 'empathy', name: 'Showed empathy', type: 'boolean', question, good: true },
    { key: 'next_step', name: 'Next step agreed', type: 'boolean', question, good: true },
    { key: 'threats', name: 'Threatened the customer', type: 'boolean', question, good: false },
    {
      key: 'score',
      name: 'Quality score',
      type: 'numeric',
      good: 'high',
      score: {
        items: [
          { brick: 'disclosed', is: true, points: 40 },
          { brick: 'verified', is: true, points: 20 },
          { brick: 'empathy', is: true, points: 20 },
          { brick: 'next_step', is: true, points: 20 },
        ],
        fail_if: [{ brick: 'threats', is: true }],
      },
    },
  ],
};

const AGENTS = [
  { name: 'Maya Keller', team: 'Porto', empathy: 30 },
  { name: 'Tom Becker', team: 'Porto', empathy: 80 },
  { name: 'Ana Sousa', team: 'Porto', empathy: 90 },
  { name: 'Jonas Freiherr von Hohenstein-Schwarzenberg', team: 'Lisbon', empathy: 70 },
  { name: 'Rita Alves', team: 'Lisbon', empathy: 95 },
  { name: 'Paulo Reis', team: 'Lisbon', empathy: 85 },
] as const;

const WEEKS = 5;
const CALLS_A_WEEK = 14;
const DAY_MS = 86_400_000;

/** Spread evenly, so that the share of yes is what was asked for whatever the order. */
const isWithin = (index: number, percent: number) => (index * 37) % 100 < percent;

function answersOf(index: number, week: number, { team, empathy }: { team: string; empathy: number }) {
  // Porto stops saying that calls are recorded last week.
  const disclosed = isWithin(index, team === 'Porto' && week === 0 ? 45 : 96);
  const verified = isWithin(index + 3, 88);
  const isKind = isWithin(index + 5, empathy);
  const next = isWithin(index + 7, 60);
  const threats = index % 97 === 33;
  const points = 40 * Number(disclosed) + 20 * (Number(verified) + Number(isKind) + Number(next));
  const said = (value: boolean) => ({ value, confidence: 0.9 });
  return {
    disclosed: said(disclosed),
    verified: said(verified),
    empathy: said(isKind),
    next_step: said(next),
    threats: said(threats),
    score: { value: threats ? 0 : points, confidence: 0.8 },
  };
}

/** With `tellingEvaluator`. Answers with the kit once every run has ended. */
export async function fiveWeeks(service: TestService): Promise<{ kit_id: string; kit_code: string }> {
  const kit = await publishedKit(service, CALL_QUALITY);
  // Of the last calendar week that has ended.
  const today = Math.floor(Date.now() / DAY_MS);
  const monday = (today - ((today + 3) % 7) - 7) * DAY_MS;
  const call = (agent: { name: string; team: string; empathy: number }, week: number, number: number) => ({
    kit_code: kit.kit_code,
    external_id: `${agent.name.split(' ')[0]?.toLowerCase()}-${week}-${number}`,
    occurred_at: new Date(monday + ((number % 7) - week * 7) * DAY_MS + DAY_MS / 2).toISOString(),
    metadata: { agent: agent.name, team: agent.team },
    input: { transcript: TRANSCRIPT, tell: answersOf(week * CALLS_A_WEEK + number, week, agent) },
  });
  const runs = AGENTS.flatMap((agent) =>
    Array.from({ length: WEEKS * CALLS_A_WEEK }, (_, index) =>
      call(agent, Math.floor(index / CALLS_A_WEEK), index % CALLS_A_WEEK),
    ),
  );
  const beginner = { name: 'Nina Neu', team: 'Lisbon', empathy: 50 };
  runs.push(...[0, 1].map((number) => call(beginner, 0, number)));
  const { status, body } = await service.call('POST', '/v1/batches', { key: service.adminKey, body: { runs } });
  if (status >= 300) throw new Error(`the batch was refused: ${JSON.stringify(body).slice(0, 500)}`);
  await vi.waitFor(
    async () => {
      const { body: found } = await service.call('GET', `/v1/kits/${kit.kit_id}/insights`, { key: service.adminKey });
      if (found.total.runs.succeeded < runs.length) throw new Error(`${found.total.runs.succeeded} runs have ended`);
    },
    { timeout: 90_000, interval: 250 },
  );
  return kit;
}
