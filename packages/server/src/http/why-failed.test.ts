import { ServiceError } from '@brickwork/engine/core/service-error';
import { expect, it } from 'vitest';
import { countRepeats } from '../core/count-repeats.ts';
import { type Facts, silentLogger } from '../core/logger.ts';
import { translateAway } from '../database/database-away.ts';
import { whyFailed } from './why-failed.ts';

/** The lines about so many requests that fail alike. */
function linesOf(requests: number, errorOf: () => unknown): Facts[] {
  const lines: Facts[] = [];
  const logger = countRepeats({ ...silentLogger, warn: (fields, message) => lines.push({ ...fields, message }) });
  for (let at = 0; at < requests; at += 1) logger.warn(...whyFailed(`req_${at}`, errorOf() as ServiceError));
  return lines;
}

const fault = (message: string, code: string) => translateAway(Object.assign(new Error(message), { code }));

it('a database that is away is told once, with the reason, however many requests fail', () => {
  expect(linesOf(500, () => fault('connect ECONNREFUSED 10.0.0.7:5432', 'ECONNREFUSED'))).toEqual([
    {
      code: 'unavailable',
      reason: 'The database is unavailable. (connect ECONNREFUSED 10.0.0.7:5432)',
      message: 'requests fail',
    },
  ]);
});

it('so is what the service says itself', () => {
  const starting = () => new ServiceError('unavailable', { detail: 'The service is stopping. Retry in a moment.' });
  expect(linesOf(500, starting)).toEqual([
    { code: 'unavailable', reason: 'The service is stopping. Retry in a moment.', message: 'requests fail' },
  ]);
});

it('a statement that took too long is a matter of each request', () => {
  const lines = linesOf(3, () => fault('canceling statement due to statement timeout', '57014'));
  expect(lines).toMatchObject([{ request_id: 'req_0' }, { request_id: 'req_1' }, { request_id: 'req_2' }]);
  expect(lines[0]).toMatchObject({ message: 'request failed', error: { code: '57014' } });
});
