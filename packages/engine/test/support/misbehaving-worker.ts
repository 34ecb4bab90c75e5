/** A thread for the pool's tests: its local engine does to a brick what the brick's question says. */
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import { serveEvaluations } from '@brickwork/engine/evaluation/serve-evaluations';

export default serveEvaluations((_kit, bricks, conversation) => {
  const outcomes = bricks.map((brick): BrickOutcome => {
    if (brick.question === 'spin') for (;;);
    if (brick.question === 'rest') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    if (brick.question === 'throw') throw new Error('broken on purpose');
    if (brick.question === 'grow') {
      const hoard: number[][] = [];
      for (;;) hoard.push(new Array<number>(1_000_000).fill(hoard.length));
    }
    return {
      key: brick.key,
      value: conversation.turns.length,
      confidence: 0.5,
      basis: 'weak',
      reason: '',
      evidence: [],
    };
  });
  return { outcomes, warnings: [] };
});
