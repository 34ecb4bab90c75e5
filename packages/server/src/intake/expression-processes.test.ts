import { intakeDocument } from '@brickwork/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionProcesses } from './expression-processes.ts';

// Long enough that no expression below meets the deadline first, on however busy a machine.
const processes = createExpressionProcesses({ deadlineMs: 120_000 });
afterAll(() => processes.stop());

const map = (input: string) =>
  processes.mapDelivery(
    'calls',
    intakeDocument.parse({ auth: { type: 'token' }, map: { input }, kits: [{ kit: 'calls' }] }),
    { contentType: 'application/json', bytes: Buffer.from('{"text":"Agent: hello"}'), isToken: false },
    {},
    'workspace',
  );

describe('the memory of expressions', () => {
  it.each([
    ['a string of 500 MB', '{ "transcript": $pad("a", 5e8) }'],
    ['a string of 400 MB that is only measured', '{ "transcript": $string($length($pad("a", 4e8))) }'],
    ['a list of 200 million strings', '{ "transcript": $split($pad("a", 2e8), "") }'],
  ])('ends %s, and the next delivery is mapped', { timeout: 180_000 }, async (_what, expression) => {
    expect(await map(expression)).toEqual({
      outcome: 'failed',
      reason: 'The expressions used too much memory. Make them simpler.',
    });
    expect(await map('{ "transcript": text }')).toMatchObject({ conversations: [{ outcome: 'mapped' }] });
  });
});
