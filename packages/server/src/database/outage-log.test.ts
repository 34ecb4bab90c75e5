import { expect, it } from 'vitest';
import { type Facts, silentLogger } from '../core/logger.ts';
import { createOutageLog } from './outage-log.ts';

it('says once which server is away and why, and once that it is back and what failed', () => {
  const lines: [string, Facts][] = [];
  let now = 0;
  const logger = {
    ...silentLogger,
    warn: (fields: Facts, message: string) => void lines.push([message, fields]),
    info: (fields: Facts, message: string) => void lines.push([message, fields]),
  };
  const outage = createOutageLog('db.internal:5432', logger, () => now);
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });
  // A name with two addresses fails with an error without a message.
  outage.onFault(new AggregateError([refused, refused], ''));
  for (let count = 0; count < 99; count += 1) outage.onFault(refused);
  outage.onFault(Object.assign(new Error('too slow'), { code: '57014' }));
  now = 12_000;
  outage.onAnswer();
  outage.onAnswer();
  const reason = 'connect ECONNREFUSED 10.0.0.5:5432; connect ECONNREFUSED 10.0.0.5:5432';
  expect(lines).toEqual([
    ['the database is unavailable', { server: 'db.internal:5432', reason }],
    ['the database is available again', { server: 'db.internal:5432', seconds: 12, failed: 100 }],
  ]);
});
