import { describe, expect, it } from 'vitest';
import type { RunItem } from '../api/runs.ts';
import { showAnswer, toCsv } from './answer-columns.tsx';

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
  answers: {
    resolved: { value: false },
    reasons: { value: ['a', 'b'] },
    score: { value: null, applicability: 'not_applicable' },
  },
};

describe('the list as CSV', () => {
  it('has the columns that are shown, safe for spreadsheets', () => {
    expect(toCsv([run], ['resolved', 'reasons', 'score'])).toBe(
      'run_id,status,external_id,kit_code,kit_version,occurred_at,created_at,duration_ms,resolved,reasons,score\r\n' +
        `run_1,succeeded,'=1+1,K7TQ2MXB,2,2026-11-14T10:00:00.000Z,2026-11-15T08:30:00.000Z,,false,"[""a"",""b""]",\r\n`,
    );
  });

  it('shows answers as words', () => {
    expect(Object.values(run.answers ?? {}).map((answer) => showAnswer(answer))).toEqual([
      'No',
      'a, b',
      'not applicable',
    ]);
  });
});
