/** What was heard of a recording by these sources and this model: a measurement that was stopped goes on. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/service-node.ts';
import type { HeardRecording } from './hear.ts';

const SOURCES = join(ROOT, 'packages', 'audio', 'src');
let sources: string | undefined;

export async function remembered(
  folder: string,
  model: string,
  recording: Uint8Array,
  hear: () => Promise<HeardRecording>,
): Promise<HeardRecording> {
  sources ??= digestOfSources();
  const key = createHash('sha256').update(sources).update(model).update(recording).digest('hex');
  const path = join(folder, `${key}.json`);
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as HeardRecording;
  const heard = await hear();
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify(heard));
  return heard;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(SOURCES, file)));
  return hash.digest('hex');
}
