/** Random histories of runs, the same for a seed. */
import { decodeId } from '@brickwork/server/core/ids';
import { buildDays } from '@brickwork/server/insights/store/build-days';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { expect, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../../test/support/kits.ts';
import { untilAborted } from '../../../../../../test/support/runs.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../../test/support/told-evaluator.ts';

const DAY_MS = 86_400_000;
const TEAMS = ['Porto', 'Lisbon', 'porto', undefined];
const AGENTS = ['Ann', 'Bob', 'Cara', undefined];

/** A small generator with a seed, so that a history that fails can be made again. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  return { next, pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item };
}

/** A run whose conversation says "wait" ends only when it is cancelled. */
export async function tellOrWait(work: RunWork, signal: AbortSignal) {
  if ((JSON.parse(work.input) as { transcript: string }).transcript !== WAIT) return tellingEvaluator(work);
  return untilAborted(signal);
}
const WAIT = 'Agent: wait';

/** A workspace with a kit, and what happens to its runs: ends of every kind, corrections, erasures, a backfill. */
export async function randomHistory(service: TestService, seed: number) {
  const random = randomOf(seed);
  const workspaceId = await service.workspace(`figures-${seed}`);
  const key = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('review'), key);
  const call = (method: string, path: string, body?: object) =>
    service.call(method, path, { key, ...(body && { body }) });
  const tellOf = () => ({
    score: random.pick([
      { value: 1 },
      { value: 7.5, confidence: 0.5 },
      { value: null, applicability: 'not_applicable' },
    ]),
    solved: random.pick([{ value: true }, { value: false, confidence: 0.9 }, { value: null }]),
    mood: random.pick([{ value: 'good' }, { value: 'bad' }, { value: ['good', 'bad'] }]),
  });
  const runs: string[] = [];
  const cancelledRun = async (more: object): Promise<string> => {
    const { body } = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript: WAIT }, ...more });
    expect((await call('POST', `/v1/runs/${body.run_id}/cancel`)).status).toBe(200);
    return body.run_id;
  };
  /** All runs so far once more, with the same version: they count only where asked for. */
  const backfill = async () => {
    const body = { kit_version_id: kit.kit_version_id, max_credits: 1_000 };
    const started = await call('POST', '/v1/backfills', body);
    expect([started.status, started.body.detail]).toEqual([202, undefined]);
    await vi.waitFor(
      async () =>
        expect((await call('GET', `/v1/backfills/${started.body.backfill_id}`)).body.status).toMatch(/^succeeded$/),
      { timeout: 60_000, interval: 50 },
    );
  };
  const add = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const [team, agent] = [random.pick(TEAMS), random.pick(AGENTS)];
      const at = new Date(Date.now() - random.next() * 35 * DAY_MS).toISOString();
      const metadata = {
        ...(team && { team }),
        ...(agent && { agent }),
        shift: random.pick(['early', 'late']),
        call: `c${index % 7}`,
      };
      const more = {
        metadata,
        ...(random.next() < 0.85 && { occurred_at: at }),
        ...(random.next() < 0.1 && { type: 'sandbox' }),
      };
      const tell = random.next() < 0.15 ? undefined : tellOf();
      runs.push(await (random.next() < 0.1 ? cancelledRun(more) : toldRun(service, key, kit.kit_code, tell, more)));
    }
  };
  const change = async () => {
    for (const run of runs) {
      const chance = random.next();
      if (chance >= 0.3) continue;
      const { status } =
        chance < 0.1
          ? await call('DELETE', `/v1/runs/${run}`)
          : await service.call('POST', `/v1/runs/${run}/reviews?reviewer=${random.pick(['ann', 'bob'])}`, {
              key,
              body: [{ brick: 'solved', verdict: 'wrong', value: random.pick([true, false]) }],
            });
      // A run that has failed or was erased cannot be reviewed; nothing else may go wrong.
      expect(status).toBeLessThan(500);
    }
  };
  const { database } = service.testDatabase;
  const addUp = async () => {
    await settleAllAnswers(database, () => false);
    // What changed since a day was added up is added at once, not when there is enough of it.
    const mostChanges = { day: 1, kit: 1 };
    const keysOf = async () => ['agent', 'channel', 'customer', 'team'];
    while ((await buildDays(database, { keysOf, mostChanges }, 1_000)) > 0);
  };
  const build = async () => {
    await addUp();
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int FROM insight_cells WHERE workspace_id = $1',
      [decodeId('ws', workspaceId)],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  };
  return { service, workspaceId, key, call, kit, add, backfill, change, addUp, build, random };
}

export type RandomHistory = Awaited<ReturnType<typeof randomHistory>>;
