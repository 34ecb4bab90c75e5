/** Creates the logger: structured, secrets redacted, readable at a terminal. */
import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';
import { countRepeats } from '../core/count-repeats.ts';
import type { Logger } from '../core/logger.ts';
import type { Config } from './config.ts';

/** The value of a field with one of these names is never logged. Fields are flat, so serializers see all of them, at almost no cost. */
const HIDDEN = ['authorization', 'key', 'secret', 'password', 'token', 'input', 'transcript', 'body', 'output'];
const hide = Object.fromEntries(HIDDEN.map((name) => [name, () => '***']));

export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options = { level: logLevel, base: null, serializers: hide };
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
  return countRepeats(
    isPretty
      ? pino(
          options,
          pretty({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss', singleLine: true, sync: true }),
        )
      : pino(options, buffered()),
  );
}

/** Lines are written in blocks, or after 200 ms: one write per request was a fifth of the cost of a request. */
function buffered(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, minLength: 8_192, periodicFlush: 200 });
  process.once('exit', () => destination.flushSync());
  return destination;
}
