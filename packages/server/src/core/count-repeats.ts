/**
 * Repeated warnings, such as those of all nodes while the database is unavailable: the first is written immediately, the others are
 * counted, and the count is written once a minute. Only for lines without the id of a run, request or other object: each of those is
 * unique.
 */
import type { Facts, Logger } from './logger.ts';

const WINDOW_MS = 60_000;

export function countRepeats(logger: Logger): Logger {
  const repeated = new Map<string, number>();
  const watch = (key: string, fields: Facts, message: string): void => {
    repeated.set(key, 0);
    setTimeout(() => {
      const count = repeated.get(key) ?? 0;
      repeated.delete(key);
      if (count === 0) return;
      logger.warn({ ...fields, repeated: count }, message);
      watch(key, fields, message);
    }, WINDOW_MS).unref();
  };
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    error: (fields, message) => logger.error(fields, message),
    warn(fields, message) {
      if (Object.keys(fields).some((name) => name.endsWith('_id'))) return logger.warn(fields, message);
      const key = JSON.stringify([message, fields]);
      const count = repeated.get(key);
      if (count !== undefined) repeated.set(key, count + 1);
      else {
        logger.warn(fields, message);
        watch(key, fields, message);
      }
    },
  };
}
