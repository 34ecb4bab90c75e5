/** The engine's tables as a thread hands them to those it starts, so that one copy serves the whole process. */
import { adoptTopicTable, sharedTopicTable } from './topic-vectors.ts';
import type { SharedRows } from './vector-rows.ts';
import { adoptWordTable, type SharedWordTable, sharedWordTable } from './word-vectors.ts';

export interface SharedTables {
  words: SharedWordTable;
  topics: SharedRows;
}

export function sharedTables(): SharedTables {
  return { words: sharedWordTable(), topics: sharedTopicTable() };
}

/** In a thread that was started without them, each table is read when it is first needed. */
export function adoptTables(given: unknown): void {
  if (!isSharedTables(given)) return;
  adoptWordTable(given.words);
  adoptTopicTable(given.topics);
}

function isSharedTables(given: unknown): given is SharedTables {
  return typeof given === 'object' && given !== null && 'words' in given && 'topics' in given;
}
