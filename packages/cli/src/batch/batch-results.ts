/**
 * Results of a batch on their way to one file. They are appended as they come to a file beside it, which a crash leaves behind and the same
 * command takes up again; the file that was asked for appears at the end, whole.
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
  /** Ids whose result is there already. */
  readonly written: ReadonlySet<string>;
  readonly resumeFile: string;
  append(result: RunManyResult): Promise<void>;
  /** Makes the file that was asked for, and removes the others. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** `identity` names what is run on what: another kit version or another service starts anew. */
export async function openResults(out: string, identity: string): Promise<BatchResults> {
  const beside = join(dirname(out), `.${basename(out)}.${identity}`);
  const partial = `${beside}.partial`;
  const resumeFile = `${beside}.resume`;
  const written = new Set<string>();
  if (existsSync(partial)) await takeUp(partial, written);
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
        const whole = `${beside}.whole`;
        await pipeline(Readable.from(csvOf(linesOf(partial))), createWriteStream(whole, { mode: 0o600 }));
        await rename(whole, out);
        await rm(partial);
      } else await rename(partial, out);
      await rm(resumeFile, { force: true });
    },
    close,
  };
}

/** Reads which results are there, and cuts off a last line that a crash has torn. */
async function takeUp(partial: string, written: Set<string>): Promise<void> {
  let sound = 0;
  for await (const text of readLines(partial)) {
    const line = parseLine(text);
    if (line === undefined) break;
    written.add(line.id);
    sound += Buffer.byteLength(text) + 1;
  }
  // Also lengthens by the line end, where only that is missing; the byte it adds is then overwritten below.
  await truncate(partial, sound);
  const file = await open(partial, 'r+');
  try {
    if (sound > 0) await file.write('\n', sound - 1);
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
