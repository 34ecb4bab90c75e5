import type { RunItem } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { showAnswer } from './answer-columns.tsx';
import { columnOf } from './columns.ts';
import { csvHead, csvLine } from './runs-csv.ts';

const run: RunItem = {
  run_id: 'run_1',
  status: 'succeeded',
  type: 'api',
  mode: 'async',
  kit_id: 'k',
  kit_code: 'K7TQ2MXB',
  kit_version_id: 'v',
  kit_version: 2,
  occurred_at: '2026-11-14T10:00:00.000Z',
  created_at: '2026-11-15T08:30:00.000Z',
  external_id: '=1+1',
  metadata: { team: 'Porto' },
  answers: {
    resolved: { value: false },
    reasons: { value: ['a', 'b'] },
    score: { value: null, applicability: 'not_applicable' },
    mood: { value: null, applicability: 'abstained' },
  },
};

describe('the list as CSV', () => {
  it('has the columns that are shown, safe for spreadsheets', () => {
    const columns = ['resolved', 'reasons', 'score', 'metadata.team'].map((id) =>
      columnOf(id, { bricks: [], dimensions: [] }),
    );
    expect(csvHead(columns) + csvLine(run, columns)).toBe(
      'run_id,status,external_id,kit_code,kit_version,occurred_at,created_at,duration_ms,resolved,reasons,score,metadata.team\r\n' +
        `run_1,succeeded,'=1+1,K7TQ2MXB,2,2026-11-14T10:00:00.000Z,2026-11-15T08:30:00.000Z,,false,"[""a"",""b""]",,Porto\r\n`,
    );
  });

  it('shows answers as words', () => {
    expect(Object.values(run.answers ?? {}).map((answer) => showAnswer(answer))).toEqual([
      'No',
      'a, b',
      'does not apply',
      'not sure',
    ]);
  });
});
