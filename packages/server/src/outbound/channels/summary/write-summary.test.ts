import { type Estimate, type Measure, measureOf } from '@brickwork/contract/figures';
import { describe, expect, it } from 'vitest';
import { teamsBody } from '../send/bodies.ts';
import type { KitWeek } from './read-week.ts';
import { writeSummary } from './write-summary.ts';

const LONG = 'Freiherr von und zu Hohenstein-Schwarzenberg '.repeat(5);
const counts = { answered: 1_000, not_applicable: 0, abstained: 0, not_sure: 0, no_answer: 0 };
const values = [{ value: true, count: 1_000, share: { value: 1 } }];
const measure = measureOf({ key: 'a', name: LONG, type: 'boolean', ...counts, values }, undefined) as Measure;
const estimate: Estimate = { value: 0.123456, low: 0.111111, high: 0.222222 };
const item = { key: 'a', name: LONG, points: 100, isFailRule: false, wanted: 'Yes', creditOf: () => 1, lostWhere: [] };
const loss = { item, points: 12.3456, met: estimate, answered: 1_000_000 };
const change = { before: estimate, after: estimate, answered: 1_000_000, direction: 'up', news: 'good' } as const;
const right = { name: LONG.slice(0, 120), right: 91, low: 86, high: 95 };

const largest: KitWeek = {
  kitId: 'k',
  kitCode: 'K7TQ2MXB',
  name: LONG,
  path: '/console/?kit=K7TQ2MXB&from=2026-11-09&to=2026-11-15',
  calls: { succeeded: 1_000_000, failed: 1_000_000, before: 1_000_000 },
  score: { measure, estimate, before: estimate, direction: 'up' },
  hasScore: true,
  changes: Array.from({ length: 20 }, () => ({
    measure,
    changes: [undefined, LONG, LONG, LONG].map((team) => ({ ...change, team })),
    points: -12.3456,
  })),
  agents: {
    ranked: Array.from({ length: 50 }, () => ({
      name: LONG,
      calls: 1_000_000,
      estimate,
      standing: 'bad',
      trend: { before: estimate, direction: 'down', news: 'bad' },
      losses: [loss, loss, loss],
    })),
    few: [{ name: LONG, calls: 3 }],
    left: 0,
    unnamed: 0,
  },
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
    const few = { ranked: [], few: [{ name: 'Ana', calls: 3 }], left: 0, unnamed: 0 };
    const first: KitWeek = { ...largest, calls: { succeeded: 3, failed: 0, before: 0 }, changes: [], agents: few };
    const score = first.score && { ...first.score, before: undefined, direction: undefined };
    const { sections } = writeSummary({ ...week, kits: [{ ...first, score }], moreKits: 0 });
    const texts = sections[0]?.lines.flatMap((line) => line.texts).join('\n');
    expect(texts).toContain('nothing to compare with in the week before');
    expect(texts).toContain('there are no calls in the week before to compare with');
    expect(texts).toContain('nobody is ranked: all have fewer than 10 calls');
  });
});
