import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countRepeats } from './count-repeats.ts';
import { type Facts, silentLogger } from './logger.ts';

const lines: [Facts, string][] = [];
const logger = countRepeats({ ...silentLogger, warn: (fields, message) => void lines.push([fields, message]) });
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

it('writes a state once and then how often it was said again', () => {
  const say = () => logger.warn({ reason: 'away' }, 'the heartbeat failed');
  for (let count = 0; count < 500; count += 1) say();
  logger.warn({ reason: 'another' }, 'the heartbeat failed');
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toEqual([[{ reason: 'away', repeated: 499 }, 'the heartbeat failed']]);
  // Nothing more was said: the next time is the first again.
  vi.advanceTimersByTime(60_000);
  say();
  expect(lines.slice(3)).toEqual([[{ reason: 'away' }, 'the heartbeat failed']]);
});

it('leaves out nothing that names what it is about', () => {
  for (const run_id of ['run_1', 'run_1']) logger.warn({ run_id, reason: 'away' }, 'a run is retried');
  expect(lines).toHaveLength(2);
});
