/** The resume store as a file of JSON lines: append-only; the last line of a record counts, an incomplete line left by a crash does not. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { ResumeRecord, ResumeStore } from './resume-store.ts';

export interface FileStore extends ResumeStore {
  /** How many records it held when it was opened. */
  readonly found: number;
  close(): Promise<void>;
}

export async function fileStore(path: string): Promise<FileStore> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const records = new Map<string, ResumeRecord>();
  for (const line of text.split('\n')) {
    const record = parseLine(line);
    if (record !== undefined) records.set(record.id, record);
  }
  const found = records.size;
  // Ids of a customer's records are in it: for the owner alone.
  const file: FileHandle = await open(path, 'a', 0o600);
  if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
  let last: Promise<void> = Promise.resolve();
  return {
    found,
    get: async (id) => records.get(id),
    put(record) {
      records.set(record.id, record);
      last = last.then(() => file.appendFile(`${JSON.stringify(record)}\n`));
      return last;
    },
    async close() {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}

function parseLine(line: string): ResumeRecord | undefined {
  try {
    const record = JSON.parse(line) as Partial<ResumeRecord> | null;
    const isWhole = typeof record?.id === 'string' && typeof record.idempotency_key === 'string';
    return isWhole ? (record as ResumeRecord) : undefined;
  } catch {
    return undefined;
  }
}
