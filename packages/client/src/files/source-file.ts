/** Files as they come from a folder, a form or an archive, and what is found in them. */
import type { DateOrder } from './read-date.ts';
import type { FieldUses } from './record-metadata.ts';

export interface SourceFile {
  /** With `/`, relative to what was chosen; an entry of an archive follows the archive's path: `export.zip/calls/1.txt`. */
  path: string;
  blob: Blob;
  /** When the file was last changed, milliseconds since 1970. */
  modifiedMs?: number | undefined;
  /** Why it cannot be read. */
  fault?: string | undefined;
}

/** One conversation in a file. */
export interface FoundConversation {
  path: string;
  /** Which one, where the file holds several: its own id, or its position such as `line 3`. */
  part?: string | undefined;
  /** As it goes into the input's field. */
  value: unknown;
  /** Other fields of the input. */
  fields?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
  /** A date beside the conversation, as it is written. */
  date?: string | undefined;
  /** Of the dates of its file, where they decide it. */
  dateOrder?: DateOrder | 'mixed' | undefined;
  metadata?: Record<string, string> | undefined;
  /** Of the columns or fields of its record, what each becomes. */
  uses?: FieldUses | undefined;
  modifiedMs?: number | undefined;
}

interface RefusedFile {
  path: string;
  /** What it is and what to do, as a sentence about “it”. */
  refused: string;
}

export type Found = FoundConversation | RefusedFile;

/** A folder's paths as people write them, without what leads out of the folder and without control characters. */
export function cleanPath(path: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .replaceAll(/\p{Cc}/gu, '')
    .split('/');
  return parts.filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
}

const NAMES = new Set(['thumbs.db', 'desktop.ini', 'icon']);

/** What systems and programs leave in folders; nobody put it there. */
export function isLitter(path: string): boolean {
  return path.split('/').some((part) => {
    const name = part.toLowerCase();
    const isHidden = name.startsWith('.') || name === '__macosx' || name.startsWith('~$');
    return isHidden || NAMES.has(name) || /\.(?:crdownload|part|tmp)$/.test(name);
  });
}
