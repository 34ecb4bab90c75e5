/**
 * What its answers and counts add to the end of a run: CPU time of PostgreSQL and of this process for groups of 32 runs of twelve bricks, with and without
 * them in turns. CPU time, because others on the machine hardly change it.
 */
import { decodeId, encodeId } from '@brickwork/server/core/ids';
import { createRecordEvents } from '@brickwork/server/outbound/webhooks/store/record-events';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import { type CollectAnswers, createCollectAnswers } from '@brickwork/server/runs/store/answers/record-answers';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import { createRunStore } from '@brickwork/server/runs/store/run-store';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { atMost, type Line } from '../support/result.ts';
import type { Site, SiteDatabase } from '../support/site.ts';
import { type Cpu, cpuOf } from './cpu-of.ts';

const GROUP = 32;
/** Groups that are ended one after the other before the other side's turn. */
const TURN = 10;
const TURNS = 28;
const WARM_UP = 8;

interface EndingRun {
  id: string;
  kit_id: string;
  kit_code: string;
}

export async function measureEnds(site: Site, db: SiteDatabase): Promise<Line[]> {
  const { rows } = await db.database.query<EndingRun>(
    `SELECT r.id, r.kit_id, r.kit_code FROM runs r JOIN jobs j ON j.id = r.id WHERE r.workspace_id = $1 AND j.state = 'ready' LIMIT ${GROUP * TURN * TURNS}`,
    [decodeId('ws', db.workspaceId)],
  );
  const collectAnswers = createCollectAnswers();
  const sides = { with: endsOf(db, collectAnswers), without: endsOf(db, async () => []) };
  const spent = { with: { postgres: 0, node: 0 }, without: { postgres: 0, node: 0 } };
  let runs = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    // First one, then the other, then the other way round: what gets faster by itself favours neither.
    const side = turn % 4 === 0 || turn % 4 === 3 ? 'with' : 'without';
    const before = cpuOf(site);
    for (let group = turn * TURN; group < (turn + 1) * TURN; group += 1)
      await sides[side](rows.slice(group * GROUP, (group + 1) * GROUP), group * GROUP);
    const after = cpuOf(site);
    if (turn < WARM_UP) continue;
    spent[side].postgres += after.postgres - before.postgres;
    spent[side].node += after.node - before.node;
    if (side === 'with') runs += TURN * GROUP;
  }
  const each = ({ postgres, node }: Cpu): Cpu => ({ postgres: postgres / runs, node: node / runs });
  const [whole, bare] = [each(spent.with), each(spent.without)];
  const share = (whole.postgres + whole.node) / (bare.postgres + bare.node) - 1;
  return [
    {
      ...atMost('end a run: CPU time for its answers and counts beside all else', share, 0.15, percent),
      value: `${percent(share)}; PostgreSQL ${spentOn(bare.postgres)} → ${spentOn(whole.postgres)}, node ${spentOn(bare.node)} → ${spentOn(whole.node)} a run`,
    },
    await measureSettling(site, db),
  ];
}

/** What has been left for later, for every second run of those that ended. */
async function measureSettling(site: Site, { database }: SiteDatabase): Promise<Line> {
  const before = cpuOf(site);
  await settleAllAnswers(database, () => false);
  const after = cpuOf(site);
  const runs = (TURNS / 2) * TURN * GROUP;
  const [postgres, node] = [(after.postgres - before.postgres) / runs, (after.node - before.node) / runs];
  return {
    what: 'within a second after the end: CPU time to store and count the answers',
    value: `PostgreSQL ${spentOn(postgres)}, node ${spentOn(node)} a run`,
  };
}

const percent = (share: number) => `+${(share * 100).toFixed(0)} %`;
const spentOn = (ms: number) => `${ms.toFixed(3)} ms`;

type EndGroup = (runs: readonly EndingRun[], first: number) => Promise<void>;

function endsOf({ database, workspaceId }: SiteDatabase, collectAnswers: CollectAnswers): EndGroup {
  const clock = new LaneClock();
  const store = createRunStore({
    database,
    clock,
    onAccepted() {},
    onEnded() {},
    recordEvents: createRecordEvents({ clock, capacity: 10 }),
    collectAnswers,
    maxEventBytes: 262_144,
    slots: 100,
  });
  return async (runs, first) => {
    const ends = runs.map(({ id, kit_id: kitId, kit_code: kitCode }, index) =>
      store.finish({
        workspaceId,
        environment: 'live',
        kitId,
        kitCode,
        runId: encodeId('run', id),
        type: 'api',
        status: 'succeeded',
        completedAt: new Date(),
        output: outputOf(first + index),
        warnings: [],
        error: undefined,
        usage: NO_USAGE,
        lease: undefined,
      }),
    );
    if ((await Promise.all(ends)).some((hasEnded) => !hasEnded)) throw new Error('a run that waited did not end');
  };
}

/** As the engine answers: value, confidence, reason and a piece of evidence for each of twelve bricks. */
function outputOf(number: number): string {
  const brick = (value: unknown) => ({
    value,
    confidence: 0.9,
    reason: 'The agent says so in the turn that is quoted here, and nobody contradicts it.',
    evidence: [{ text: 'I will send a new one by express today.', start: 100, end: 139, speaker: 'Agent' }],
  });
  const bricks = {
    resolved: brick(number % 2 === 0),
    reason: brick(number % 100 === 7 ? 'refund' : 'other'),
    score: brick((number * 7_919) % 101),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`brick_${index + 1}`, brick(number % (index + 1))])),
  };
  return JSON.stringify({ bricks });
}
