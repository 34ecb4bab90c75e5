/** What the answers add to the end of a run: the time of their statement beside all others of the same transactions, groups of 32 runs of twelve bricks. */
import { decodeId, encodeId } from '@brickwork/server/core/ids';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import type { Database, Queryable } from '@brickwork/server/storage/database';
import { createRunStore } from '@brickwork/server/storage/run-store';
import { createRecordEvents } from '@brickwork/server/storage/webhooks/record-events';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { atMost, type Line, milliseconds } from '../support/result.ts';
import type { SiteDatabase } from '../support/site.ts';
import { median } from '../support/spread.ts';

const GROUP = 32;
const GROUPS = 120;
const WARM_UP = 20;

export async function measureEnds({ database, workspaceId }: SiteDatabase): Promise<Line[]> {
  const workspace = decodeId('ws', workspaceId);
  const { rows } = await database.query<{ id: string; kit_id: string; kit_code: string }>(
    `SELECT r.id, r.kit_id, r.kit_code FROM runs r JOIN jobs j ON j.id = r.id WHERE r.workspace_id = $1 AND j.state = 'ready' LIMIT ${GROUP * GROUPS}`,
    [workspace],
  );
  let answersMs = 0;
  let allMs = 0;
  const clock = new LaneClock();
  const store = createRunStore({
    database: timed(database, (name, ms) => {
      if (name === 'record_answers') answersMs += ms;
      if (name === 'transaction') allMs += ms;
    }),
    clock,
    onAccepted() {},
    onEnded() {},
    recordEvents: createRecordEvents({ clock, capacity: 10 }),
    maxEventBytes: 262_144,
  });
  const shares: number[] = [];
  const each: number[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    answersMs = 0;
    allMs = 0;
    const ends = rows.slice(group * GROUP, (group + 1) * GROUP).map(({ id, kit_id: kitId, kit_code: kitCode }, index) =>
      store.finish({
        workspaceId,
        environment: 'live',
        kitId,
        kitCode,
        runId: encodeId('run', id),
        type: 'api',
        status: 'succeeded',
        completedAt: new Date(),
        output: outputOf(group * GROUP + index),
        warnings: [],
        error: undefined,
        usage: NO_USAGE,
        lease: undefined,
      }),
    );
    if ((await Promise.all(ends)).some((hasEnded) => !hasEnded)) throw new Error('a run that waited did not end');
    if (answersMs === 0) throw new Error('no answers were recorded');
    if (group < WARM_UP) continue;
    shares.push(answersMs / (allMs - answersMs));
    each.push(allMs / GROUP);
  }
  const share = median(shares);
  return [
    {
      ...atMost('end a run: its answers and counts beside all else', share, 0.15, percent),
      value: `${percent(share)} of ${milliseconds(median(each))} a run`,
    },
  ];
}

const percent = (share: number) => `+${(share * 100).toFixed(0)} %`;

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

function timed(database: Database, onTime: (name: string, ms: number) => void): Database {
  const time = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      onTime(name, performance.now() - startedAt);
    }
  };
  const on = (tx: Queryable): Queryable => ({
    query: (statement, values) =>
      time(typeof statement === 'string' ? '' : statement.name, () => tx.query(statement, values)),
  });
  return { ...database, transaction: (work) => time('transaction', () => database.transaction((tx) => work(on(tx)))) };
}
