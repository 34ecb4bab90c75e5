/**
 * What an operation costs with ten thousand, a hundred thousand and a million runs in one workspace. The history is made in SQL;
 * the operations are the service's own functions, over a connection that runs each statement under EXPLAIN (ANALYZE, BUFFERS): the
 * server's own time and the pages it touched, which say what grows where wall time says who else was on the machine. A
 * sequential scan of a table that grows is a fault. Reads of insights, which also compute, and the ends of runs are timed as a whole.
 */
import { systemClock } from '@brickwork/server/core/clock';
import { decodeId, encodeId, newId } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { readInsights } from '@brickwork/server/insights/read-insights';
import type { GroupBy } from '@brickwork/server/insights/store/counted-runs';
import { createInsightsStore } from '@brickwork/server/insights/store/insights-store';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import { createJobStore } from '@brickwork/server/queue/store/job-store';
import { type AnswerFilter, NO_ANSWER_FILTER, readAnswerFilter } from '@brickwork/server/runs/answer-filter';
import { createCollectAnswers } from '@brickwork/server/runs/store/answers/record-answers';
import { createRunStore } from '@brickwork/server/runs/store/run-store';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { EVERY_RUN } from '../../test/support/every-run.ts';
import { type Explained, explaining } from '../support/explaining.ts';
import { atMost, type Line, milliseconds, type Result } from '../support/result.ts';
import type { Site, SiteDatabase } from '../support/site.ts';
import { median } from '../support/spread.ts';
import { cpuOf } from './cpu-of.ts';
import { measureEnds } from './ends.ts';
import { makeBacklog, makeHistory, WORDS } from './history.ts';

const SIZES = [10_000, 100_000, 1_000_000];
/** Runs that wait meanwhile. */
const BACKLOG = 10_000;
const TIMES = 60;
const WARM_UP = 10;

/** The kit of all these runs: twelve bricks. */
export const KIT = {
  kit: 'bench_growth',
  name: 'Twelve questions',
  bricks: [
    { key: 'resolved', type: 'boolean', question: 'Was the problem solved?' },
    {
      key: 'reason',
      type: 'categorical',
      question: 'Why did they call?',
      categories: [{ value: 'refund' }, { value: 'other' }],
    },
    { key: 'score', type: 'numeric', question: 'How well did it go?', min: 0, max: 100 },
    ...Array.from({ length: 9 }, (_, index) => ({ key: `brick_${index + 1}`, type: 'numeric', metric: 'turn_count' })),
  ],
};

interface Cost {
  ms: number;
  cpuMs: number;
  pages: number;
}

/** `largest`: sizes above it are left out; a million runs take five minutes on a quiet machine with two cores, and an hour on a busy one. */
export async function growth(site: Site, largest = Number.POSITIVE_INFINITY): Promise<Result> {
  const sizes = SIZES.filter((size) => size <= largest);
  const db = await site.database('growth');
  const kitCode = await db.publish(KIT);
  const costs = new Map<string, Cost[]>();
  const scans = new Set<string>();
  const insights = new Map<string, number[]>();
  let size = 0;
  await makeBacklog(db, kitCode, BACKLOG);
  for (const wanted of sizes) {
    await makeHistory(db, kitCode, size, wanted);
    size = wanted;
    for (const what of Object.keys(INSIGHTS))
      insights.set(what, [...(insights.get(what) ?? []), await insightsMs(db, what)]);
    for (const [what, { explained, cpuMs }] of await measureAll(site, db)) {
      const cost = {
        ms: median(explained.map(({ ms }) => ms)),
        pages: median(explained.map(({ pages }) => pages)),
        cpuMs,
      };
      costs.set(what, [...(costs.get(what) ?? []), cost]);
      for (const table of explained.flatMap(({ scanned }) => scanned))
        scans.add(`${what}: ${table} at ${wanted.toLocaleString('en')}`);
    }
  }
  const ends = await measureEnds(site, db);
  await db.drop();
  const found = [...scans].join('; ');
  return {
    name: 'growth',
    title: `Growth: server time, CPU time of PostgreSQL and pages of one operation with ${sizes.map((runs) => runs.toLocaleString('en')).join(' / ')} runs in the workspace, ${BACKLOG.toLocaleString('en')} more waiting`,
    lines: [
      ...[...costs].map(([what, values]) => lineOf(what, values)),
      ...[...insights].map(([what, times]) => ({
        ...atMost(
          `insights of a year ${what}, wall time with their intervals`,
          times.at(-1) ?? Number.NaN,
          300,
          milliseconds,
        ),
        value: times.map(milliseconds).join(' / '),
      })),
      ...ends,
      { what: 'sequential scans of tables that grow', value: found || 'none', bar: 'none', met: found === '' },
    ],
  };
}

/** What looks at runs one by one, or in an index that knows no order, has a bar of its own: most of it is the same at every size. */
const MOST_MS: Readonly<Record<string, number>> = { 'list by': 20, 'search for': 20 };

function lineOf(what: string, values: readonly Cost[]): Line {
  const last = values.at(-1)?.ms ?? 0;
  const growth = last / (values[0]?.ms ?? 1);
  const pages = values.map((cost) => Math.round(cost.pages)).join(' / ');
  const cpu = values.some(({ cpuMs }) => Number.isNaN(cpuMs))
    ? ''
    : ` CPU ${values.map(({ cpuMs }) => milliseconds(cpuMs)).join(' / ')};`;
  const [, most] = Object.entries(MOST_MS).find(([begin]) => what.startsWith(begin)) ?? [];
  return {
    ...(most === undefined ? atMost(what, growth, 1.5) : atMost(what, last, most, milliseconds)),
    value: `${values.map(({ ms }) => milliseconds(ms)).join(' / ')} = ${growth.toFixed(2)} ×;${cpu} ${pages} pages`,
  };
}

/** A year: by week; by week and team; by week and team of one channel. */
const INSIGHTS: Readonly<Record<string, { groupBy: GroupBy[]; by: AnswerFilter }>> = {
  'by week': { groupBy: ['week'], by: NO_ANSWER_FILTER },
  'by week and team': { groupBy: ['week', { metadata: 'team' }], by: NO_ANSWER_FILTER },
  'by week and team, with a dimension filter': {
    groupBy: ['week', { metadata: 'team' }],
    by: readAnswerFilter({ 'metadata.channel': 'phone' }),
  },
  'by agent, with a dimension filter': {
    groupBy: [{ metadata: 'agent' }],
    by: readAnswerFilter({ 'metadata.team': 'team-3' }),
  },
};

async function insightsMs({ database, workspaceId, kits }: SiteDatabase, what: string): Promise<number> {
  const deps = { insights: createInsightsStore(database), kits, clock: systemClock };
  const { groupBy, by } = INSIGHTS[what] ?? { groupBy: [], by: NO_ANSWER_FILTER };
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const filter = { status: undefined, type: undefined, by };
  const period = { from, to: undefined, timezone: undefined, cursor: undefined, as: 'given' } as const;
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const startedAt = performance.now();
    const { total } = await readInsights(
      deps,
      { workspaceId, environment: 'live' },
      { kit: KIT.kit, groupBy, filter, ...period },
    );
    if (total.bricks.some(({ answered }) => answered === 0)) throw new Error('insights have no answers');
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

interface Measured {
  explained: Explained[];
  cpuMs: number;
}

export async function measureAll(site: Site, { database, workspaceId }: SiteDatabase): Promise<Map<string, Measured>> {
  const seen: Explained[] = [];
  const explained = explaining(database, (statement) => seen.push(statement));
  const { rows } = await database.query<{
    id: string;
    external_id: string;
    kit_id: string;
    kit_code: string;
    kit_version_id: string;
  }>(
    `SELECT id, external_id, kit_id, kit_code, kit_version_id FROM runs WHERE workspace_id = $1 AND external_id IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET 5000`,
    [decodeId('ws', workspaceId)],
  );
  const [some] = rows;
  if (some === undefined) throw new Error('there is no history');
  const measured = new Map<string, Measured>();
  const plain = operationsOn(database, workspaceId, some);
  for (const [what, operation] of Object.entries(operationsOn(explained, workspaceId, some))) {
    const sums: Explained[] = [];
    for (let index = 0; index < TIMES + WARM_UP; index += 1) {
      seen.length = 0;
      await operation().catch((error: unknown) => {
        if (!seen.some(({ writes }) => writes)) throw error; // What writes has no rows, and some operations miss them.
      });
      if (seen.length === 0) throw new Error(`${what} asked nothing of the database`);
      if (index >= WARM_UP) sums.push(sumOf(seen));
    }
    const cpuMs = sums.some(({ writes }) => writes) ? Number.NaN : await cpuMsOf(site, plain[what]);
    measured.set(what, { explained: sums, cpuMs });
  }
  return measured;
}

/** Enough that a clock of ten milliseconds says something. */
const CPU_MS = 400;
const MOST_TIMES = 400;

/** CPU time of PostgreSQL for one of them: what server time would be if nobody else used the machine. */
async function cpuMsOf(site: Site, operation: (() => Promise<unknown>) | undefined): Promise<number> {
  const before = cpuOf(site).postgres;
  let times = 0;
  while (times < MOST_TIMES && !(cpuOf(site).postgres - before > CPU_MS)) {
    await operation?.();
    times += 1;
  }
  return (cpuOf(site).postgres - before) / times;
}

/** Statements of one operation are one cost. */
function sumOf(statements: readonly Explained[]): Explained {
  return {
    ms: statements.reduce((sum, { ms }) => sum + ms, 0),
    pages: statements.reduce((sum, { pages }) => sum + pages, 0),
    scanned: statements.flatMap(({ scanned }) => scanned),
    writes: statements.some(({ writes }) => writes),
  };
}

function operationsOn(
  database: Database,
  workspaceId: string,
  some: { id: string; external_id: string; kit_id: string; kit_code: string; kit_version_id: string },
): Record<string, () => Promise<unknown>> {
  const clock = new LaneClock();
  const store = createRunStore({
    database,
    clock,
    onAccepted() {},
    onEnded() {},
    recordEvents: async () => false,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144,
    slots: 100,
  });
  const jobs = createJobStore(database, clock);
  const scope = { workspaceId, environment: 'live' } as const;
  const kit = { kitId: some.kit_id, kitCode: 'BENCHKIT' };
  const runId = encodeId('run', some.id);
  const byAnswer = (text: Record<string, string>) => ({
    ...EVERY_RUN,
    kitCode: some.kit_code,
    by: readAnswerFilter(text),
  });
  return {
    'list by an answer of every second run': () => store.list(scope, byAnswer({ 'answer.resolved': 'false' })),
    'list by an answer of every hundredth run': () => store.list(scope, byAnswer({ 'answer.reason': 'refund' })),
    'list by a score below a bound and a team': () =>
      store.list(scope, byAnswer({ 'answer.score': 'lt:30', 'metadata.team': 'team-3' })),
    'list by an answer that no run has': () => store.list(scope, byAnswer({ 'answer.score': 'lt:0' })),
    'list by metadata alone': () =>
      store.list(scope, { ...EVERY_RUN, by: readAnswerFilter({ 'metadata.team': 'team-3' }) }),
    'list by metadata that no run has': () =>
      store.list(scope, { ...EVERY_RUN, by: readAnswerFilter({ 'metadata.team': 'nobody' }) }),
    'list by reviewed=false': () => store.list(scope, { ...EVERY_RUN, by: { ...NO_ANSWER_FILTER, isReviewed: false } }),
    'list by reviewed=true, every fiftieth run': () =>
      store.list(scope, { ...EVERY_RUN, by: { ...NO_ANSWER_FILTER, isReviewed: true } }),
    'search for a word of every run': () => store.list(scope, { ...EVERY_RUN, words: WORDS.common }),
    'search for a word of every hundredth run': () => store.list(scope, { ...EVERY_RUN, words: WORDS.some }),
    'search for a word of every 20,000th run': () => store.list(scope, { ...EVERY_RUN, words: WORDS.rare }),
    'search for a word of no run': () => store.list(scope, { ...EVERY_RUN, words: WORDS.unknown }),
    'search for a word of every run, but without one of nearly every': () =>
      store.list(scope, { ...EVERY_RUN, words: `${WORDS.common} -${WORDS.almostCommon}` }),
    'get a run': () => store.find(scope, runId),
    'list the newest 50': () => store.list(scope, EVERY_RUN),
    'list a page further back': () => store.list(scope, { ...EVERY_RUN, before: runId }),
    'list the newest 50 that failed': () => store.list(scope, { ...EVERY_RUN, status: 'failed' }),
    'list by external id': () => store.list(scope, { ...EVERY_RUN, externalId: some.external_id }),
    'recent durations of a kit': () => store.recentDurationMs(scope, some.kit_version_id),
    'accept a run': () =>
      store.accept({
        ...scope,
        ...kit,
        runId: newId('run'),
        type: 'api',
        mode: 'async',
        kitVersionId: some.kit_version_id,
        kitVersion: 1,
        externalId: undefined,
        metadata: undefined,
        input: '{}',
        createdAt: new Date(),
        capacity: null,
        idempotency: undefined,
      }),
    'claim a job': () => jobs.claim('run', 1, 600_000),
    'look for the job of a run that ends': () =>
      store.finish({
        ...scope,
        ...kit,
        runId: newId('run'),
        type: 'api',
        status: 'succeeded',
        completedAt: new Date(),
        output: '{}',
        warnings: [],
        error: undefined,
        usage: NO_USAGE,
        lease: undefined,
      }),
  };
}
