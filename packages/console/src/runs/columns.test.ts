import type { BrickSchema, Dimension } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { columnOf, directionOf, nextSort, shownColumns } from './columns.ts';

const score = { key: 'score', name: 'Quality score', type: 'numeric', score: { items: [] } } as unknown as BrickSchema;
const bricks = [score, { key: 'resolved', name: 'Resolved', type: 'boolean' } as BrickSchema];
const dimensions: Dimension[] = [
  { name: 'agent', label: 'Agent', metadata_key: 'agent' },
  { name: 'team', label: 'Team', metadata_key: 'queue_team' },
];
const known = { bricks, dimensions, scores: new Map([['K7TQ2MXB', score]]) };
const shown = (added: string | undefined, hidden: string | undefined, of = known) =>
  shownColumns(added, hidden, of).columns.map(({ name }) => name);

describe('columns of the list', () => {
  it('are answers or metadata, by their names', () => {
    expect(columnOf('score', known)).toMatchObject({ name: 'Quality score', sort: 'answer.score' });
    expect(columnOf('metadata.queue_team', known)).toMatchObject({ name: 'Team', sort: undefined });
    expect(columnOf('metadata.other', known)).toMatchObject({ name: 'other', metadataKey: 'other' });
    expect(columnOf('gone', known)).toMatchObject({ name: 'gone' });
  });

  it('are when, agent, team, kit and score until one is hidden; each once', () => {
    expect(shown(undefined, undefined)).toEqual(['When', 'Agent', 'Team', 'Kit', 'Quality score']);
    expect(shown('resolved,score,metadata.queue_team', 'kit,team')).toEqual([
      'When',
      'Agent',
      'Quality score',
      'Resolved',
      'Team',
    ]);
  });

  it('have the score of each run’s own kit where no kit is chosen', () => {
    const column = shownColumns(undefined, undefined, { ...known, bricks: [] }).columns.at(-1);
    expect(column).toMatchObject({ name: 'Score', sort: undefined });
    expect([column?.keyIn({ kit_code: 'K7TQ2MXB' }), column?.keyIn({ kit_code: 'OTHER123' })]).toEqual([
      'score',
      undefined,
    ]);
  });

  it('are sorted up, then down, then as usual; the usual order is by time', () => {
    expect(nextSort('-occurred_at', 'answer.score')).toBe('answer.score');
    expect(nextSort('answer.score', 'answer.score')).toBe('-answer.score');
    expect(nextSort('-answer.score', 'answer.score')).toBeUndefined();
    expect(nextSort('-occurred_at', 'occurred_at')).toBe('occurred_at');
    expect(nextSort('occurred_at', 'occurred_at')).toBeUndefined();
    expect(directionOf('-answer.score', 'answer.score')).toBe('descending');
    expect(directionOf('answer.other', 'answer.score')).toBeUndefined();
  });
});
