/** The one place where logs are made: structured, secrets redacted, pretty for a person at a terminal. */
import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Logger } from '../core/logger.ts';
import type { Config } from './config.ts';

/** Should a field ever have one of these names, its value stays out. Fields are flat, so serializers see all of them, at next to no cost. */
const HIDDEN = ['authorization', 'key', 'secret', 'password', 'token', 'input', 'transcript', 'body', 'output'];
const hide = Object.fromEntries(HIDDEN.map((name) => [name, () => '***']));

export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options = { level: logLevel, base: null, serializers: hide };
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
  return isPretty
    ? pino(options, pretty({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss', singleLine: true, sync: true }))
    : pino(options, gathered());
}

/** Lines go out in blocks, or after a fifth of a second: one write per request was a fifth of what a request cost. */
function gathered(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, minLength: 8_192, periodicFlush: 200 });
  process.once('exit', () => destination.flushSync());
  return destination;
}
