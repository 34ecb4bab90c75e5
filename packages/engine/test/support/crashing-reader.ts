/**
 * A reader's process whose native code crashes in the middle of a reading: once for each process that starts it, and always for the owner
 * "unlucky".
 */
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveTasks } from '../../src/core/serve-tasks.ts';
import { openReadModel } from '../../src/reader/open-read-model.ts';
import { READER_FILES } from '../../src/reader/reader-files.ts';
import type { ReaderReply, ReaderTask } from '../../src/reader/reading.ts';

const crashed = join(tmpdir(), `crashed-reader-of-${process.ppid}`);

serveTasks<ReaderTask, ReaderReply>(async ({ owner, request }) => {
  const read = await openReadModel(READER_FILES);
  let units = 0;
  const turn = async () => {
    units += 1;
    if (units < 2 || (existsSync(crashed) && owner !== 'unlucky')) return;
    writeFileSync(crashed, '');
    process.kill(process.pid, 'SIGSEGV');
  };
  return { ok: true, readings: await read(request, turn) };
});
