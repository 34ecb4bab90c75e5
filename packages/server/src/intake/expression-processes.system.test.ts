/** Expressions that take all memory or all time: what they cost is what is tested. */
import { intakeDocument } from '@brickwork/contract';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { busyProcess } from '../../../../test/support/busy-process.ts';
import { createExpressionProcesses } from './expression-processes.ts';

// Enough that memory is always the first limit that an expression below meets.
const processes = createExpressionProcesses({ cpuMs: 120_000 });
afterAll(() => processes.stop());

const documentOf = (input: string) =>
  intakeDocument.parse({ auth: { type: 'token' }, map: { input }, kits: [{ kit: 'calls' }] });
const map = (input: string, by = processes) =>
  by.mapDelivery(
    'calls',
    documentOf(input),
    { contentType: 'application/json', bytes: Buffer.from('{"text":"Agent: hello"}'), isToken: false },
    {},
    'workspace',
  );

describe('the memory of expressions', () => {
  it.each([
    ['a string of 500 MB', '{ "transcript": $pad("a", 5e8) }'],
    ['a string of 400 MB that is only measured', '{ "transcript": $string($length($pad("a", 4e8))) }'],
    ['a list of 200 million strings', '{ "transcript": $split($pad("a", 2e8), "") }'],
    ['a list that doubles for ever', '($f := function($a) { $f($append($a, $a)) }; $f([1..100000]))'],
  ])('ends %s, and the next delivery is mapped', { timeout: 180_000 }, async (_what, expression) => {
    expect(await map(expression)).toEqual({
      outcome: 'failed',
      reason: 'The expressions used too much memory. Make them simpler.',
    });
    expect(await map('{ "transcript": text }')).toMatchObject({ conversations: [{ outcome: 'mapped' }] });
  });
});

describe('the time of expressions', { timeout: 180_000 }, () => {
  const limited = createExpressionProcesses({ cpuMs: 60_000 });
  /** About a second of CPU time. */
  const SLOW = '($f := function($n, $s) { $n = 0 ? $s : $f($n - 1, $s + 1) }; { "transcript": $string($f(15000, 0)) })';
  afterAll(() => limited.stop());
  afterEach(() => vi.useRealTimers());

  it('is CPU time: a machine that pauses costs no delivery', async () => {
    await map('{ "transcript": text }', limited);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const mapped = map(SLOW, limited);
    const pid = await busyProcess('expression-process');
    process.kill(pid, 'SIGSTOP');
    await vi.advanceTimersByTimeAsync(30_000);
    process.kill(pid, 'SIGCONT');
    expect(await mapped).toMatchObject({ conversations: [{ outcome: 'mapped' }] });
  });

  it.each([
    ['computes', '($f := function($x) { $f($x + 1) }; $f(0))'],
    ['backtracks', `$contains("${'a'.repeat(40)}!", /^(a+)+$/) ? {} : {}`],
  ])('ends what %s for longer', async (_what, expression) => {
    const short = createExpressionProcesses({ cpuMs: 200 });
    expect(await map(expression, short)).toEqual({
      outcome: 'failed',
      reason: 'The expressions took too long. Make them simpler.',
    });
    await short.stop();
  });

  it('is not to blame for a process that is killed: the caller may try again', async () => {
    await map('{ "transcript": text }', limited);
    const mapped = map(SLOW, limited).catch((error: unknown) => error);
    process.kill(await busyProcess('expression-process'), 'SIGKILL');
    expect(await mapped).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  });
});
