import { RUN_STATUSES, TERMINAL_STATUSES } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { isLegalMove, isTerminal } from './run.ts';

describe('the transitions of a run', () => {
  it('are the documented ones and no others', () => {
    const moves = RUN_STATUSES.flatMap((from) =>
      RUN_STATUSES.filter((to) => isLegalMove(from, to)).map((to) => `${from}→${to}`),
    );
    const open = ['processing', 'queued', 'running'];
    expect(moves.sort()).toEqual(
      [
        'processing→running',
        'processing→queued',
        'queued→running',
        'running→queued',
        ...open.flatMap((from) => TERMINAL_STATUSES.map((to) => `${from}→${to}`)),
      ].sort(),
    );
    expect(RUN_STATUSES.filter(isTerminal)).toEqual([...TERMINAL_STATUSES]);
  });
});
