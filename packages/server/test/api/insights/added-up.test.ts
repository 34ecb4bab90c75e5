/** Days and weeks that are added up say what their runs say: by every key, of one version, as given and as reviewed. */
import { decodeId } from '@brickwork/server/core/ids';
import { buildDays } from '@brickwork/server/insights/store/build-days';
import { createInsightsStore } from '@brickwork/server/insights/store/insights-store';
import type { KeySet } from '@brickwork/server/insights/store/key-set';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { mondayOf, nextDay } from '../../../src/core/time-zone.ts';

/** More customers than are added up together with everything else. */
const CALLS = 72;
const MONDAY = nextDay(mondayOf(new Date().toISOString().slice(0, 10)), -14);
const WEEK = `from=${MONDAY}&to=${nextDay(MONDAY, 6)}`;
/** As the service itself does. */
const KEYS = ['agent', 'channel', 'customer', 'team'];

let service: TestService;
let second: Pushed;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  const bricks = [{ key: 'solved', name: 'Solved', type: 'boolean', question: 'Was it solved?', good: true }];
  const tell = (kit: Pushed, day: string, at: number) =>
    toldRun(
      service,
      service.adminKey,
      kit.kit_code,
      { solved: { value: at % 3 > 0 } },
      {
        occurred_at: `${day}T12:00:00Z`,
        metadata: { team: at % 2 > 0 ? 'Porto' : 'Faro', agent: at % 4 > 1 ? 'Ann' : 'Bo', customer: `c${at}` },
      },
    );
  const first = await publishedKit(service, kitDocument('review', { bricks }));
  const runs: string[] = [];
  for (let at = 0; at < CALLS; at += 8)
    runs.push(...(await Promise.all(Array.from({ length: 8 }, (_, more) => tell(first, MONDAY, at + more)))));
  second = await publishedKit(service, kitDocument('review', { bricks, name: 'Second' }));
  for (let at = 0; at < 4; at += 1) await tell(second, nextDay(MONDAY, 2), at);
  for (const run of runs.slice(1, 3))
    await service.call('POST', `/v1/runs/${run}/reviews?reviewer=ann`, {
      key: service.adminKey,
      body: [{ brick: 'solved', verdict: 'wrong', value: false }],
    });
});
afterAll(() => service.stop());

const addUp = async () => {
  await settleAllAnswers(service.testDatabase.database, () => false);
  return buildDays(service.testDatabase.database, { keysOf: async () => KEYS }, 1_000);
};

interface Group {
  runs: { succeeded: number };
  bricks: { key: string; values: { value: boolean; count: number }[] }[];
}
const insights = async (query: string) => {
  const { status, body } = await service.call('GET', `/v1/kits/review/insights?${WEEK}&${query}`, {
    key: service.adminKey,
  });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
const solvedIn = ({ runs, bricks: [solved] }: Group) => [
  runs.succeeded,
  solved?.values.find(({ value }) => value)?.count ?? 0,
];

const FIGURES = [
  ['all', '', [[76, 50]]],
  ['all, as reviewed', 'as=reviewed', [[76, 48]]],
  ['those of the second version', 'version=2', [[4, 2]]],
  ['each week', 'group_by=week', [[76, 50]]],
  [
    'each version',
    'group_by=version',
    [
      [72, 48],
      [4, 2],
    ],
  ],
  [
    'each team',
    'group_by=team',
    [
      [38, 25],
      [38, 25],
    ],
  ],
  [
    'each agent of each team',
    'group_by=team,agent',
    [
      [19, 12],
      [19, 13],
      [19, 12],
      [19, 13],
    ],
  ],
  ['one customer', 'metadata.customer=c7', [[1, 1]]],
  ['one customer of a team', 'team=Faro&metadata.customer=c7', [[0, 0]]],
] as const;

const read = async () => {
  const found: [string, unknown][] = [];
  for (const [name, asked] of FIGURES) {
    const query = asked.replace('version=2', `kit_version_id=${second.kit_version_id}`);
    const { data, total } = await insights(query);
    found.push([name, (asked.includes('group_by') ? data : [total]).map(solvedIn).toSorted()]);
  }
  return found;
};

describe('figures of a week', () => {
  const expected = FIGURES.map(([name, , figures]) => [name, figures.map((each) => [...each]).toSorted()]);

  it('are those of its runs, before days are added up and after it', async () => {
    expect(await read()).toEqual(expected);
    await addUp();
    expect(await read()).toEqual(expected);
    // What is added up is not added up again.
    expect(await addUp()).toBe(0);
  });

  it('of a day with many customers are added up for each with all other keys', async () => {
    const { rows } = await service.testDatabase.database.query<{ sets: KeySet[] }>(
      `SELECT sets FROM insight_days WHERE workspace_id = $1 AND day = $2 AND span = 'day' AND built`,
      [decodeId('ws', service.workspaceId), MONDAY],
    );
    const isWide = ({ keys, bricks }: KeySet) => bricks && KEYS.every((key) => keys.includes(key));
    expect(rows.map(({ sets }) => sets.some(isWide))).toEqual([true]);
  });

  it('are refused only where more runs would have to be read one by one than may be', async () => {
    const store = createInsightsStore(service.testDatabase.database);
    const count = (mostRuns: number) =>
      store.counts(
        { workspaceId: service.workspaceId, environment: 'live' },
        {
          ...{ kitId: second.kit_id, from: MONDAY, to: nextDay(MONDAY, 6), timezone: 'UTC' },
          ...{ groupBy: [], numeric: [], as: 'given' },
          filter: { status: undefined, type: undefined, by: { answers: [], metadata: [], isReviewed: false } },
          ...{ skip: 0, most: 10, mostRuns },
        },
      );
    expect(await count(73)).toBe('too_many');
    expect(await count(74)).toMatchObject({ size: 1 });
  });
});
