/** `brickwork transcribe`: one recording after the other; one that fails is reported and skipped. */
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTranscriber, type Transcriber } from '@brickwork/audio/transcriber';
import { EXIT } from '../exit-codes.ts';
import type { ListedFile } from '../files/list-files.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { bold, oneLine, print, printJson, printJsonLine, tell } from '../terminal.ts';
import { listRecordings } from './list-recordings.ts';
import { type Transcript, transcribeFile } from './transcribe-file.ts';
import { checkLanguage, chooseEngine, parseSides, type TranscriberFlags } from './transcriber-options.ts';
import { transcriptLines } from './transcript-lines.ts';

export interface TranscribeOptions extends TranscriberFlags {
  out?: string;
  words?: boolean;
  json?: boolean;
}

/** Handles one transcript. */
type Take = (file: ListedFile, transcript: Transcript) => Promise<void>;

export async function transcribeAll(sources: readonly string[], options: TranscribeOptions): Promise<void> {
  const { out } = options;
  const files = await listRecordings(sources);
  const waiting = out === undefined ? files : await withoutThoseIn(out, files);
  const isOne = files.length === 1;
  const failed = await hearEach(waiting, options, async (file, transcript) => {
    if (out !== undefined) await writeWhole(join(out, `${file.path}.json`), transcript);
    else if (options.json) isOne ? printJson(transcript) : printJsonLine({ file: file.path, ...transcript });
    else for (const line of [...headOf(file, isOne), ...transcriptLines(transcript)]) print(line);
  });
  if (out !== undefined) {
    const before = files.length - waiting.length;
    const figures = { written: waiting.length - failed, there_before: before, failed };
    if (options.json) printJson(figures);
    else print(`${figures.written} written to ${out}, ${before} already there, ${failed} failed.`);
  }
  if (failed > 0) process.exitCode = EXIT.unsuccessful;
}

/** Returns how many failed. */
export async function hearEach(files: readonly ListedFile[], options: TranscribeOptions, take: Take): Promise<number> {
  checkLanguage(options.language);
  const sides = parseSides(options.channels);
  const transcriber = createTranscriber({ engine: await chooseEngine(options), processes: 1 });
  const message = 'Interrupted. Written files stay; run the same command to continue.';
  try {
    return await untilInterrupted(message, async (signal) => {
      let failed = 0;
      for (const [index, file] of files.entries()) {
        const label = files.length === 1 ? file.path : `${file.path} (${index + 1} of ${files.length})`;
        const fault = await hearOne(transcriber, file, label, { ...options, sides, signal }).then(
          (transcript) => take(file, transcript),
          (error: unknown) => {
            if (signal.aborted) throw signal.reason;
            return error instanceof Error ? error : new Error(String(error));
          },
        );
        if (fault === undefined) continue;
        failed += 1;
        tell(`${oneLine(file.path)}: ${fault.message}`);
      }
      return failed;
    });
  } finally {
    await transcriber.stop();
  }
}

interface HearOptions extends TranscribeOptions {
  sides: ReturnType<typeof parseSides>;
  signal: AbortSignal;
}

async function hearOne(
  transcriber: Transcriber,
  file: ListedFile,
  label: string,
  { language, sides, words = false, signal }: HearOptions,
): Promise<Transcript> {
  const bar = progressBar(oneLine(label));
  const onProgress = (share: number) => bar.show({ done: Math.floor(share * 100), total: 100 });
  try {
    onProgress(0);
    return await transcribeFile(transcriber, file.at, { language, sides, withWords: words, signal, onProgress });
  } finally {
    bar.clear();
  }
}

function headOf({ path }: ListedFile, isOne: boolean): string[] {
  return isOne ? [] : ['', bold(oneLine(path))];
}

async function withoutThoseIn(out: string, files: readonly ListedFile[]): Promise<ListedFile[]> {
  const isThere = await Promise.all(
    files.map(({ path }) =>
      stat(join(out, `${path}.json`)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return files.filter((_, index) => isThere[index] !== true);
}

/** Writes to `.part` and renames it when complete. */
async function writeWhole(path: string, transcript: Transcript): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.part`;
  {
    await using file = await open(partial, 'w');
    await file.writeFile(`${JSON.stringify(transcript, null, 2)}\n`);
  }
  await rename(partial, path);
}
