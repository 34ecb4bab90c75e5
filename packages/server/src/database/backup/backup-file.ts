/**
 * The file of a backup: gzipped lines. A head as JSON; then for each table a line with its name, its rows as COPY writes them (one
 * line each, line breaks escaped) and `\.`; an end with the row count. A file without its end is incomplete and is not restored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export const END_OF_TABLE = '\\.';

export const backupHead = z.object({
  brickwork: z.literal('back-up'),
  format: z.literal(1),
  /** When the snapshot was taken, by the database's clock. */
  taken_at: z.string(),
  /** Shows whether a secret is the one that encrypts the webhook secrets in the file, and reveals nothing else about it. */
  secret_check: z.string(),
  migrations: z.array(z.object({ version: z.number(), checksum: z.string() })),
  /** The partitions of inputs, by their first and last day. */
  input_days: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })).optional(),
});
export type BackupHead = z.infer<typeof backupHead>;

/** The file of one workspace on its way to another deployment. */
export const workspaceHead = z.object({
  ...backupHead.shape,
  brickwork: z.literal('workspace'),
  /** 2: its last line has a MAC over all others. */
  format: z.literal(2),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
});

export type WorkspaceHead = z.infer<typeof workspaceHead>;

/** Names go into SQL unchanged, and a file may come from anywhere: only a plain name is accepted, quoted if it is a keyword. */
const sqlName = z.string().regex(/^(?:[a-z_][a-z0-9_]{0,62}|"[a-z_][a-z0-9_]{0,62}")$/);

export const tableHead = z.object({ table: sqlName, columns: z.array(sqlName).min(1) });
export const backupEnd = z.object({ rows: z.number() });

const fileMac = z.object({ mac: z.string().regex(/^[0-9a-f]{64}$/) });

const LINE_BREAK = 0x0a;

/** Copies a file and ends it with the MAC of everything before: a row that is added or removed later is detected. */
export function authenticating(key: Buffer): Transform {
  const mac = createHmac('sha256', key);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      mac.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(null, `${JSON.stringify({ mac: mac.digest('hex') })}\n`),
  });
}

/** All lines but the last, which must have a MAC of one of the keys. Lines are only valid if the end is reached. */
export async function* authenticated(lines: AsyncIterable<Buffer>, keys: readonly Buffer[]): AsyncGenerator<Buffer> {
  const macs = keys.map((key) => createHmac('sha256', key));
  let last: Buffer | undefined;
  for await (const line of lines) {
    if (last !== undefined) {
      for (const mac of macs) mac.update(last).update('\n');
      yield last;
    }
    last = line;
  }
  const { mac } = fileMac.parse(JSON.parse(String(last)));
  const given = Buffer.from(mac, 'hex');
  if (!macs.some((each) => timingSafeEqual(each.digest(), given))) throw new Error('the MAC of the file is wrong');
}

/** The lines of a file, without their breaks. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error));
  source.pipe(plain);
  let rest: Buffer[] = [];
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
