import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { savesTokens } from './saves-tokens.ts';

const bricks = (count: number): BrickDocument[] =>
  Array.from({ length: count }, (_, index) => ({ key: `brick_${index}`, type: 'boolean', question: 'Is it so?' }));
const conversation = (bytes: number) =>
  normaliseConversation(`Customer: ${'word '.repeat(bytes / 5)}`, {
    field: 'transcript',
    format: undefined,
    sides: undefined,
  });

/** The cases that `npm run bench -- conditions` measures; the cheaper way is chosen. */
describe('savesTokens', () => {
  it.each([
    { ready: 5, waiting: 5, bytes: 5_000, isFirst: true },
    { ready: 5, waiting: 5, bytes: 40_000, isFirst: false },
    { ready: 15, waiting: 5, bytes: 40_000, isFirst: false },
    { ready: 10, waiting: 10, bytes: 40_000, isFirst: true },
    { ready: 5, waiting: 15, bytes: 40_000, isFirst: true },
    // One brick that waits is not worth a call.
    { ready: 3, waiting: 1, bytes: 5_000, isFirst: false },
  ])(
    '$waiting of more bricks wait, $bytes bytes: conditions first is $isFirst',
    ({ ready, waiting, bytes, isFirst }) => {
      expect(savesTokens(bricks(ready), bricks(waiting), conversation(bytes))).toBe(isFirst);
    },
  );
});
