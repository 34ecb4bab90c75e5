/** Six weeks of calls with noise and two changes of known size in the last full week: one question in one team, and one agent. */
import { decodeId, newUuid } from '@brickwork/server/core/ids';
import { mondayOf, nextDay } from '@brickwork/server/core/time-zone';
import { publishedKit } from '../../../../../../test/support/kits.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';

const question = 'Did it happen?';
export const QUESTIONS = [
  { key: 'disclosed', name: 'Recording disclosed', share: 0.92, points: 30 },
  { key: 'verified', name: 'Identity verified', share: 0.85, points: 20 },
  { key: 'empathy', name: 'Showed empathy', share: 0.75, points: 20 },
  { key: 'next_step', name: 'Next step agreed', share: 0.6, points: 15 },
  { key: 'summed_up', name: 'Summed up', share: 0.95, points: 15 },
] as const;

export const PLANTED_KIT = {
  kit: 'planted',
  name: 'Call quality',
  bricks: [
    ...QUESTIONS.map(({ key, name }) => ({ key, name, type: 'boolean', question, good: true })),
    {
      key: 'score',
      name: 'Quality score',
      type: 'numeric',
      score: { items: QUESTIONS.map(({ key, points }) => ({ brick: key, is: true, points })) },
    },
  ],
};

const TEAMS = ['Porto', 'Lisbon', 'Faro'];
const AGENTS = 3;
const WEEKS = 6;
const CALLS_A_WEEK = 100;

/** `0` plants nothing. */
export interface Sizes {
  question: number;
  agent: number;
}

export interface Planted {
  question: string;
  team: string;
  agent: string;
}

/** The same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const LAST_WEEK = nextDay(mondayOf(new Date().toISOString().slice(0, 10)), -7);

export async function plantedHistory(service: TestService, seed: number, sizes: Sizes) {
  const workspaceId = await service.workspace(`planted-${seed}-${Math.round(sizes.question * 100)}`);
  const key = await service.key(workspaceId);
  const kit = await publishedKit(service, PLANTED_KIT, key);
  const { rows, planted } = drawCalls(seed, sizes);
  const { database } = service.testDatabase;
  const workspace = decodeId('ws', workspaceId);
  await database.query(
    `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
     SELECT $1, 'live', $2, c.run_id, 1, 'api', 'succeeded', c.occurred_at, c.answers, c.metadata
     FROM jsonb_to_recordset($3::jsonb) AS c (run_id uuid, occurred_at timestamptz, answers jsonb, metadata jsonb)`,
    [workspace, kit.kit_id, JSON.stringify(rows)],
  );
  // By which the summary knows the kits that are in use.
  await database.query(
    `INSERT INTO usage_daily (workspace_id, environment, day, kit_id, kit_code, succeeded, failed, cancelled, duration_ms, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits)
     VALUES ($1, 'live', $2, $3, $4, 100, 0, 0, 0, 0, 0, 0, 0, 0)`,
    [workspace, LAST_WEEK, kit.kit_id, kit.kit_code],
  );
  const get = async (path: string) => {
    const { status, body } = await service.call('GET', path, { key });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return { kit, key, planted, get };
}

function drawCalls(seed: number, sizes: Sizes) {
  const random = randomOf(seed * 7_919 + 13);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const agents = TEAMS.flatMap((team) =>
    Array.from({ length: AGENTS }, (_, index) => ({
      team,
      name: `${team} ${index + 1}`,
      own: new Map(QUESTIONS.map((each) => [each.key as string, (random() - 0.5) * 0.14])),
    })),
  );
  const fallen = { question: pick(QUESTIONS.slice(0, 3)).key, team: pick(TEAMS) };
  const weak = pick(agents.filter(({ team }) => team !== fallen.team));
  const rows = [];
  for (let week = 0; week < WEEKS; week += 1) {
    for (let index = 0; index < CALLS_A_WEEK; index += 1) {
      const agent = pick(agents);
      const answers: Record<string, unknown> = {};
      let score = 0;
      for (const { key, share, points } of QUESTIONS) {
        const isFallen = week === 0 && key === fallen.question && agent.team === fallen.team;
        const planted = (isFallen ? sizes.question : 0) + (week === 0 && agent === weak ? sizes.agent : 0);
        const chance = Math.min(0.99, Math.max(0.02, share + (agent.own.get(key) ?? 0) - planted));
        const value = random() < chance;
        answers[key] = { value, confidence: 0.6 + Math.round(random() * 40) / 100 };
        score += value ? points : 0;
      }
      answers.score = { value: score, confidence: 0.8 };
      const day = nextDay(LAST_WEEK, Math.floor(random() * 7) - 7 * week);
      const occurred = new Date(`${day}T12:00:00Z`);
      rows.push({
        run_id: newUuid(occurred),
        occurred_at: occurred.toISOString(),
        answers,
        metadata: { agent: agent.name, team: agent.team },
      });
    }
  }
  return { rows, planted: { ...fallen, agent: weak.name } satisfies Planted };
}
