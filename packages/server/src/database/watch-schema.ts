/** Checks regularly whether a newer release has migrated the database further than this node can work with. */
import type { Logger } from '../core/logger.ts';
import { readMigrations } from './migrate.ts';
import type { Queryable } from './queryable.ts';
import { findTooNew } from './schema-compatibility.ts';

const EVERY_MS = 5_000;

export interface SchemaWatch {
  /** Resolves with a sentence when this node must stop. */
  outdated: Promise<string>;
  stop(): void;
}

export function watchSchema(
  database: Queryable,
  logger: Logger,
  { everyMs = EVERY_MS, newest = readMigrations().length } = {},
): SchemaWatch {
  let timer: NodeJS.Timeout | undefined;
  const outdated = new Promise<string>((resolve) => {
    const look = async (): Promise<void> => {
      const sentence = await findTooNew(database, newest);
      if (sentence === undefined) return;
      clearInterval(timer);
      resolve(sentence);
    };
    timer = setInterval(() => {
      look().catch((error: Error) => logger.warn({ reason: error.message }, 'the migrations could not be checked'));
    }, everyMs).unref();
  });
  return { outdated, stop: () => clearInterval(timer) };
}
