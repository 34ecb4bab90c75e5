/**
 * One definition of a figure: random histories, and every grouping with every filter asked for the same totals, by insights and by a recount of
 * the list of runs. Before days are added up, after it, and after what happens to days that are.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differencesOfCounts } from '../../../../../test/support/recount-insights.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { otherFiguresAgree } from './support/other-figures.ts';
import { type RandomHistory, randomHistory, tellOrWait } from './support/random-history.ts';

const DAY_MS = 86_400_000;
const GROUPINGS = ['day', 'week', 'month', 'version', 'team', 'agent', 'metadata.shift', 'metadata.call'].flatMap(
  (each) => [
    each,
    ...(each === 'week' ? ['week,team', 'week,version'] : each === 'team' ? ['team,agent', 'team,day'] : []),
  ],
);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellOrWait });
});
afterAll(() => service.stop());

interface Item {
  run_id: string;
  status: string;
  type: string;
  erased_at?: string;
  answers?: Record<string, { value: unknown; applicability?: string }>;
}

const since = new Date(Date.now() - 20 * DAY_MS).toISOString();
const FILTERS = [
  '',
  'team=Porto',
  'team=not:Porto',
  'agent=Ann&team=Lisbon',
  'metadata.shift=late',
  'status=succeeded',
  'status=failed',
  'type=sandbox',
  'type=backfill',
  'type=backfill&team=Porto',
  'reviewed=true',
  'reviewed=false&team=Porto',
  'answer.solved=true',
  'answer.solved=true&as=reviewed',
  'as=reviewed',
  'as=reviewed&agent=Bob',
  `occurred_after=${since}`,
  `occurred_before=${since}&answer.score=lt:5`,
];

async function recount({ call, kit }: RandomHistory, filter: string) {
  const runs = { succeeded: 0, failed: 0, cancelled: 0 };
  const solved = new Map<string, number>();
  let cursor = '';
  for (;;) {
    const type = filter.includes('type=') ? '' : '&type=api';
    const { status, body } = await call(
      'GET',
      `/v1/runs?limit=100&include=answers&kit_code=${kit.kit_code}${type}&${filter}${cursor}`,
    );
    expect([status, body.detail]).toEqual([200, undefined]);
    for (const { status: ended, erased_at, answers } of body.data as Item[]) {
      if (erased_at !== undefined || !(ended in runs)) continue;
      runs[ended as keyof typeof runs] += 1;
      const value = answers?.solved?.value;
      if (value !== undefined && value !== null) solved.set(String(value), (solved.get(String(value)) ?? 0) + 1);
    }
    if (!body.has_more) return { runs, solved: Object.fromEntries([...solved].sort()) };
    cursor = `&cursor=${body.next_cursor}`;
  }
}

interface Group {
  runs: Record<string, number>;
  bricks: { key: string; values?: { value: unknown; count: number }[]; reviewed?: { n: number } }[];
}

function solvedOf(groups: readonly Group[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { bricks } of groups)
    for (const { value, count } of bricks.find(({ key }) => key === 'solved')?.values ?? [])
      counts.set(String(value), (counts.get(String(value)) ?? 0) + count);
  return Object.fromEntries([...counts].sort());
}

function runsOf(groups: readonly Group[]) {
  const sum = (status: string) => groups.reduce((all, { runs }) => all + (runs[status] ?? 0), 0);
  return { succeeded: sum('succeeded'), failed: sum('failed'), cancelled: sum('cancelled') };
}

/** In every group quality has as many reviewed answers as insights have reviewed runs: each review here is of one brick. */
async function qualityAgrees({ call, kit, random }: RandomHistory, grouping: string, filter: string): Promise<void> {
  const zone = random.pick(['', '&timezone=Asia/Kolkata', '&timezone=America/St_Johns']);
  const path = `/v1/kits/${kit.kit_code}`;
  const reviewed = filter.includes('reviewed=') && !filter.includes('as=reviewed') ? '' : '&reviewed=true';
  const counted = await call('GET', `${path}/insights?group_by=${grouping}${zone}${reviewed}&${filter}`);
  const quality = await call('GET', `${path}/quality?group_by=${grouping}${zone}&${filter}`);
  expect([quality.status, quality.body.detail]).toEqual([200, undefined]);
  const isOfReviewed = !filter.includes('reviewed=false');
  const expected = (counted.body.data as Reviewed[]).flatMap(({ group = NONE, runs }) =>
    isOfReviewed && runs.succeeded !== undefined && runs.succeeded > 0 ? [[group, runs.succeeded]] : [],
  );
  const found = (quality.body.data as Reviewed[]).map(({ group = NONE, bricks }) => [group, reviewedOf(bricks)]);
  expect({ grouping, zone, filter, found: found.sort() }).toEqual({ grouping, zone, filter, found: expected.sort() });
}

const NONE = '(none)';

interface Reviewed {
  group?: string;
  runs: Record<string, number>;
  bricks: { brick: string; reviewed: number }[];
}

function reviewedOf(bricks: readonly { brick: string; reviewed: number }[]): number {
  return bricks.find(({ brick }) => brick === 'solved')?.reviewed ?? 0;
}

type Choose = (made: RandomHistory, grouping: number, filter: number) => boolean;

const all: Choose = () => true;
/** A question takes 36 ms of CPU; what is drawn is the same in every run. */
const few: Choose = ({ random }) => random.next() < 0.25;
/** Two histories together ask every grouping with every filter. */
const half =
  (seed: number): Choose =>
  (_made, grouping, filter) =>
    (grouping + filter + seed) % 2 === 0;

/** The groups and the total are what the list says, in the chosen groupings. */
async function agree(made: RandomHistory, filters: readonly string[], isChosen: Choose): Promise<void> {
  for (const [number, filter] of filters.entries()) {
    const groupings = GROUPINGS.filter((_, grouping) => isChosen(made, grouping, number));
    if (groupings.length === 0) continue;
    const expected = await recount(made, filter);
    const whole = await made.call('GET', `/v1/kits/${made.kit.kit_code}/quality?${filter}`);
    const reviewed = reviewedOf(whole.body.data[0].bricks);
    for (const grouping of groupings) {
      const zone = made.random.pick(['', '&timezone=Asia/Kolkata', '&timezone=America/St_Johns']);
      const { status, body } = await made.call(
        'GET',
        `/v1/kits/${made.kit.kit_code}/insights?group_by=${grouping}${zone}&${filter}`,
      );
      expect([status, body.detail]).toEqual([200, undefined]);
      const found = {
        groups: { runs: runsOf(body.data), solved: solvedOf(body.data) },
        total: { runs: runsOf([body.total]), solved: solvedOf([body.total]) },
        reviewed: (body.total as Group).bricks.find(({ key }) => key === 'solved')?.reviewed?.n ?? 0,
      };
      expect({ grouping, zone, filter, ...found }).toEqual({
        grouping,
        zone,
        filter,
        groups: expected,
        total: expected,
        reviewed,
      });
    }
    for (const grouping of groupings)
      if (!grouping.includes(',') && made.random.next() < 0.25) await qualityAgrees(made, grouping, filter);
  }
}

describe('figures of a random history', () => {
  it.each([1, 2])(
    'agree in every grouping with every filter, the half of seed %i',
    { timeout: 240_000 },
    async (seed) => {
      const made = await randomHistory(service, seed);
      const some = () => FILTERS.filter(() => made.random.next() < 0.3);
      await made.add(30);
      await made.change();
      await made.backfill();
      await agree(made, some(), few);
      await made.build();
      await agree(made, FILTERS, half(seed));
      // Late ends, corrections and erasures on days that are added up.
      await made.add(6);
      await made.change();
      await agree(made, some(), few);
      expect(await differencesOfCounts(service.testDatabase.database)).toEqual([]);
      await otherFiguresAgree(made);
      await made.build();
      expect(await differencesOfCounts(service.testDatabase.database)).toEqual([]);
      await agree(made, some(), few);
    },
  );

  it('agree after ends, corrections and erasures at once, while days are added up and begin elsewhere', {
    timeout: 240_000,
  }, async () => {
    const made = await randomHistory(service, 3);
    const { database } = service.testDatabase;
    await made.add(20);
    await made.build();
    let isOver = false;
    const build = async () => {
      while (!isOver) await made.addUp();
    };
    const read = async () => {
      while (!isOver)
        for (const grouping of ['week,team', 'month', 'day'])
          expect((await made.call('GET', `/v1/kits/${made.kit.kit_code}/insights?group_by=${grouping}`)).status).toBe(
            200,
          );
    };
    const beginElsewhere = async () => {
      for (const timezone of ['Asia/Kolkata', 'America/St_Johns', 'UTC']) {
        await made.change();
        expect((await made.call('PUT', '/v1/settings', { timezone })).status).toBe(200);
      }
    };
    const changes = [made.add(12), made.add(12), made.change(), made.change(), made.change(), beginElsewhere()];
    const beside = [build(), build(), read()];
    await Promise.all(changes).finally(() => {
      isOver = true;
    });
    await Promise.all(beside);
    expect(await differencesOfCounts(database)).toEqual([]);
    await agree(made, ['', 'team=Porto', 'as=reviewed'], all);
    await made.build();
    expect(await differencesOfCounts(database)).toEqual([]);
    await agree(made, ['', 'team=Porto', 'as=reviewed'], all);
  });
});
