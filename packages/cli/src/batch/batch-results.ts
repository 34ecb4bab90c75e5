/**
 * Writes the results of a batch to one file. They are appended to a partial file next to it, which survives a crash and from which the same
 * command resumes. The requested file appears at the end, complete.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, truncate } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RunManyResult } from '@brickwork/client';
import { csvOf } from './batch-csv.ts';
import type { BatchLine } from './batch-line.ts';
import { readLines } from './read-lines.ts';

export interface BatchResults {
  /** Ids that already have a result. */
  readonly written: ReadonlySet<string>;
  readonly resumeFile: string;
  append(result: RunManyResult): Promise<void>;
  /** Writes the requested file and removes the partial ones. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** `identity` is derived from kit version, source and service: with another one, the batch starts from the beginning. */
export async function openResults(out: string, identity: string): Promise<BatchResults> {
  const beside = join(dirname(out), `.${basename(out)}.${identity}`);
  const partial = `${beside}.partial`;
  const resumeFile = `${beside}.resume`;
  const written = new Set<string>();
  if (existsSync(partial)) await resume(partial, written);
  const file: FileHandle = await open(partial, 'a', 0o600);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    written,
    resumeFile,
    async append({ id, run, error }) {
      const line: BatchLine =
        run === undefined
          ? { id, error: { code: error.code, status: error.status, detail: error.detail } }
          : { id, run };
      await file.appendFile(`${JSON.stringify(line)}\n`);
      written.add(id);
    },
    async finish() {
      await file.sync();
      await close();
      if (/\.csv$/i.test(out)) {
        const complete = `${beside}.complete`;
        await pipeline(Readable.from(csvOf(() => linesOf(partial))), createWriteStream(complete, { mode: 0o600 }));
        await rename(complete, out);
        await rm(partial);
      } else await rename(partial, out);
      await rm(resumeFile, { force: true });
    },
    close,
  };
}

/** Reads which results exist, and cuts off an incomplete last line that a crash left. */
async function resume(partial: string, written: Set<string>): Promise<void> {
  let validBytes = 0;
  for await (const text of readLines(partial)) {
    const line = parseLine(text);
    if (line === undefined) break;
    written.add(line.id);
    validBytes += Buffer.byteLength(text) + 1;
  }
  // Also lengthens by the line end, where only that is missing; the byte it adds is then overwritten below.
  await truncate(partial, validBytes);
  const file = await open(partial, 'r+');
  try {
    if (validBytes > 0) await file.write('\n', validBytes - 1);
  } finally {
    await file.close();
  }
}

async function* linesOf(partial: string): AsyncGenerator<BatchLine, void, undefined> {
  for await (const text of readLines(partial)) {
    const line = parseLine(text);
    if (line !== undefined) yield line;
  }
}

function parseLine(text: string): BatchLine | undefined {
  try {
    const line = JSON.parse(text) as Partial<BatchLine> | null;
    return typeof line?.id === 'string' ? (line as BatchLine) : undefined;
  } catch {
    return undefined;
  }
}
