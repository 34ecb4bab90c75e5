import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connect } from '../api/connect.ts';

/**
 * A golden set as a file: the one that is named, or `@NAME`, a set of the kit on the server, which is fetched into a file that nobody
 * else can read and that is gone afterwards.
 */
export async function withGoldenFile<Result>(
  golden: string,
  kit: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!golden.startsWith('@')) return work(golden);
  const client = await connect();
  const directory = await mkdtemp(join(tmpdir(), 'brickwork-golden-'));
  try {
    const path = join(directory, `${golden.slice(1)}.golden.jsonl`);
    await pipeline(await client.goldenSets.lines(kit, golden.slice(1)), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
