/**
 * Histories in which it is known what changed: what the overview, the pages of agents, insights and the Monday summary
 * say must be that, all of that and nothing else.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { LAST_WEEK, plantedHistory, QUESTIONS, type Sizes } from './support/planted-history.ts';

const HISTORIES = draws(30);
const SIZES: Sizes = { question: 0.6, agent: 0.5 };
const NONE: Sizes = { question: 0, agent: 0 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Named {
  brick: string;
  team?: string;
  agent?: string;
  difference: { value: number };
  teams: { value: number }[];
  agents: { value: number }[];
  costs?: number;
  points?: { points: number }[];
  rest?: number;
  calls: unknown[];
}

const shortOf = ({ brick, team, agent }: Named) => agent ?? `${brick} in ${team ?? 'all calls'}`;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** What each place says, by what people would read there. */
async function read(seed: number, sizes: Sizes) {
  const { get, kit, planted } = await plantedHistory(service, seed, sizes);
  const changes = await get(`/v1/kits/${kit.kit_id}/changes`);
  const { kits, text } = await get('/v1/summary');
  const linked = new URL(kits[0].path, 'http://console');
  const { from, to } = Object.fromEntries(linked.searchParams);
  return {
    planted: [`${planted.question} in ${planted.team}`, planted.agent].toSorted(),
    agent: planted.agent,
    changes,
    week: kits[0],
    text: text as string,
    linked: await get(`/v1/kits/${kit.kit_id}/changes?from=${from}&to=${to}`),
  };
}

describe('planted truth', () => {
  it(`two changes among noise are named everywhere, and nothing else is, in ${HISTORIES} histories`, async () => {
    let found = 0;
    let falseAlarms = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { planted, changes, week, linked, text, agent } = await read(seed, SIZES);
      const named = changes.changes.map(shortOf);
      // One computation: the mail, its link and the page cannot differ.
      expect(week.changes).toEqual(changes.changes);
      expect(linked).toEqual(changes);
      expect(changes.from).toBe(LAST_WEEK);
      for (const { name, direction } of changes.agents)
        expect(direction !== undefined && name !== agent ? named : []).not.toContain(name);
      if (named.includes(agent)) {
        expect(changes.agents.slice(0, 2).map(({ name }: { name: string }) => name)).toContain(agent);
        expect(text).toContain(`of ${agent}: `);
      }
      found += planted.filter((each) => named.includes(each)).length;
      falseAlarms += named.filter((each: string) => !planted.includes(each)).length;
    }
    expect(found / (2 * HISTORIES)).toBeGreaterThanOrEqual(0.95);
    expect(falseAlarms / (2 * HISTORIES)).toBeLessThanOrEqual(0.05);
  });

  it(`nothing is named where nothing changed, in ${HISTORIES} histories`, async () => {
    let falseAlarms = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { changes, text } = await read(seed, NONE);
      if (changes.changes.length > 0) falseAlarms += 1;
      else expect(text).toContain('nothing by more than chance');
    }
    expect(falseAlarms / HISTORIES).toBeLessThanOrEqual(0.05);
  });

  it('the parts of a change add up to it, and three calls show it', async () => {
    const { changes } = await read(101, SIZES);
    expect(changes.changes.length).toBeGreaterThan(0);
    for (const change of changes.changes as Named[]) {
      const { difference, teams, agents, points, costs, rest = 0, calls } = change;
      if (teams.length > 0) expect(sum(teams.map(({ value }) => value))).toBeCloseTo(difference.value, 9);
      if (agents.length > 0) expect(sum(agents.map(({ value }) => value))).toBeCloseTo(difference.value, 9);
      if (change.brick === 'score')
        expect(sum((points ?? []).map((each) => each.points)) + rest).toBeCloseTo(difference.value, 9);
      const worth = QUESTIONS.find(({ key }) => key === change.brick)?.points;
      expect(costs).toEqual(worth === undefined ? undefined : expect.closeTo(worth * difference.value, 9));
      expect(calls).toHaveLength(3);
    }
  });
});
