import { stat } from 'node:fs/promises';
import { type ListedFile, listFiles } from '../files/list-files.ts';
import { UsageError } from '../usage-error.ts';

const RECORDINGS = /\.(?:wav|wave|flac|mp3|m4a|m4b|mp4|aac|ogg|oga|opus|webm|weba)$/i;

/** The given files, and files in the given folders with a recording’s extension. */
export async function listRecordings(sources: readonly string[]): Promise<ListedFile[]> {
  const files = await listFiles(sources);
  const named = new Set<string>();
  for (const source of sources) if ((await stat(source)).isFile()) named.add(source);
  const recordings = files.filter(({ at, path }) => named.has(at) || RECORDINGS.test(path));
  if (recordings.length === 0) throw new UsageError(`${sources.join(', ')}: no recording found.`);
  return recordings;
}
