import { stat } from 'node:fs/promises';
import { type ListedFile, listFiles } from '../files/list-files.ts';
import { UsageError } from '../usage-error.ts';

const RECORDINGS = /\.(?:wav|wave|flac|mp3|m4a|m4b|mp4|aac|ogg|oga|opus|webm|weba)$/i;

/** Files that were named, and those below folders whose names say that they are recordings. */
export async function listRecordings(sources: readonly string[]): Promise<ListedFile[]> {
  const files = await listFiles(sources);
  const named = new Set<string>();
  for (const source of sources) if ((await stat(source)).isFile()) named.add(source);
  const recordings = files.filter(({ at, path }) => named.has(at) || RECORDINGS.test(path));
  if (recordings.length === 0) throw new UsageError(`${sources.join(', ')}: there is no recording.`);
  return recordings;
}
