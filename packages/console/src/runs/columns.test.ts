import { describe, expect, it } from 'vitest';
import { columnOf, directionOf, nextSort } from './columns.ts';

describe('columns of the list', () => {
  it('are answers or metadata, by their names', () => {
    const bricks = [{ key: 'score', name: 'Score' }] as never;
    const dimensions = [{ name: 'team', label: 'Team', metadata_key: 'queue_team' }] as never;
    expect(columnOf('score', bricks, dimensions)).toMatchObject({ name: 'Score', sort: 'answer.score' });
    expect(columnOf('metadata.queue_team', bricks, dimensions)).toMatchObject({ name: 'Team', sort: undefined });
    expect(columnOf('metadata.other', bricks, dimensions)).toMatchObject({ name: 'other', metadataKey: 'other' });
    expect(columnOf('gone', bricks, dimensions)).toMatchObject({ name: 'gone' });
  });

  it('are sorted up, then down, then not', () => {
    expect(nextSort(undefined, 'answer.score')).toBe('answer.score');
    expect(nextSort('answer.score', 'answer.score')).toBe('-answer.score');
    expect(nextSort('-answer.score', 'answer.score')).toBeUndefined();
    expect(nextSort('-occurred_at', 'answer.score')).toBe('answer.score');
    expect(directionOf('-answer.score', 'answer.score')).toBe('descending');
    expect(directionOf('answer.other', 'answer.score')).toBeUndefined();
  });
});
