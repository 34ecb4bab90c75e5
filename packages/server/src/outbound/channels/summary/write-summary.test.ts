import { type Measure, measureOf } from '@brickwork/contract/figures';
import { describe, expect, it } from 'vitest';
import type { ToldChange } from '../../../insights/changes/read-changes.ts';
import type { RankedAgent } from '../../../insights/changes/who-needs-help.ts';
import { teamsBody } from '../send/bodies.ts';
import type { KitWeek } from './read-week.ts';
import { writeSummary } from './write-summary.ts';

const LONG = 'Freiherr von und zu Hohenstein-Schwarzenberg '.repeat(5);
const counts = { answered: 1_000, not_applicable: 0, abstained: 0, not_sure: 0, no_answer: 0 };
const values = [{ value: true, count: 1_000, share: { value: 1 } }];
const measure = measureOf({ key: 'a', name: LONG, type: 'boolean', ...counts, values }, undefined) as Measure;
const estimate = { value: 0.123456, low: 0.111111, high: 0.222222 };
const shown = { ...estimate, n: 1_000_000, count: 123_456 };
const item = { key: 'a', name: LONG, points: 100, isFailRule: false, wanted: 'Yes', creditOf: () => 1, lostWhere: [] };
const loss = { item, points: 12.3456, met: estimate, answered: 1_000_000 };
const part = { name: LONG, value: -0.123456, mix: 0.01, calls: 1_000_000 };
const call = { runId: 'run', externalId: LONG, occurredAt: new Date(), agent: LONG, score: 12 };
const change: ToldChange = {
  measure,
  team: LONG,
  agent: undefined,
  before: shown,
  after: shown,
  difference: estimate,
  direction: 'up',
  news: 'good',
  why: {
    points: { questions: Array.from({ length: 9 }, () => ({ brick: LONG, points: -12.3456 })), rest: 1.2345 },
    costs: -12.3456,
    teams: Array.from({ length: 9 }, () => part),
    agents: Array.from({ length: 9 }, () => part),
    shows: 'a',
    calls: [call, call, call],
  },
};
const right = { name: LONG.slice(0, 120), right: 91, low: 86, high: 95 };
const agent: RankedAgent = {
  name: LONG,
  team: LONG,
  calls: 1_000_000,
  counted: 0.1,
  ...estimate,
  behind: 0.99,
  standing: 'bad',
  losses: [loss, loss, loss],
};

const largest: KitWeek = {
  kitId: 'k',
  kitCode: 'K7TQ2MXB',
  name: LONG,
  path: '/console/?kit=K7TQ2MXB&from=2026-11-09&to=2026-11-15',
  from: '2026-11-09',
  to: '2026-11-15',
  against: { from: '2026-10-12', to: '2026-11-08' },
  timezone: 'Europe/Lisbon',
  isFinished: true,
  calls: { succeeded: 1_000_000, failed: 1_000_000, before: 1_000_000 },
  score: { measure, after: shown, before: shown, direction: 'up', news: 'good' },
  hasScore: true,
  changes: Array.from({ length: 20 }, () => change),
  moved: Array.from({ length: 20 }, () => ({ ...change, team: undefined, agent: LONG })),
  tested: 1_000,
  agents: {
    ranked: Array.from({ length: 50 }, () => agent),
    few: [{ name: LONG, calls: 2 }],
    median: 0.5,
    unnamed: 0,
  },
  total: { runs: { succeeded: 1_000_000, failed: 0, cancelled: 0 }, bricks: [] },
  measures: [measure],
  nameOf: () => LONG,
  trust: { reviewed: 1_000_000, estimated: 20, least: right, most: { ...right, right: 97 } },
  cost: { runs: 1_000_000, credits: 12_345.678901 },
};
const week = { from: '2026-11-09', to: '2026-11-15', timezone: 'Europe/Lisbon' };

describe('writeSummary', () => {
  it('stays below what Teams takes, whatever the names', () => {
    const brief = { ...largest, changes: [], agents: undefined };
    const kits = [largest, largest, largest, ...Array.from({ length: 8 }, () => brief)];
    const { title, path, sections } = writeSummary({ ...week, kits, moreKits: 100 });
    const told = [{ topic: 'summary', title, detail: '', path, sections, times: 1, at: new Date() } as const];
    const scope = { workspaceId: 'w', environment: 'live', channel: 'ops', deliveryId: 'd', createdAt: new Date() };
    const body = teamsBody({ ...scope, subject: title, told }, 'https://brickwork.a-rather-long-name.example.com');
    expect(Buffer.byteLength(body)).toBeLessThan(28_000);
  });

  it('says when there is nothing to compare with, and when nobody can be ranked', () => {
    const few = { ranked: [], few: [{ name: 'Ana', calls: 2 }], median: undefined, unnamed: 0 };
    const first: KitWeek = { ...largest, calls: { succeeded: 3, failed: 0, before: 0 }, changes: [], agents: few };
    const score = first.score && { ...first.score, before: undefined, direction: undefined };
    const { sections } = writeSummary({ ...week, kits: [{ ...first, score }], moreKits: 0 });
    const texts = sections[0]?.lines.flatMap((line) => line.texts).join('\n');
    expect(texts).toContain('nothing to compare with in the four weeks before');
    expect(texts).toContain('there are no calls in the four weeks before to compare with');
    expect(texts).toContain('no agent can be ranked: all have one or two calls');
  });
});
