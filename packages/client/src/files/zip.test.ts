/** Archives that are damaged, hostile or large: refused by their directory, or by the bytes that come out. */
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readZipDirectory, unpackEntry, ZipFault } from './zip.ts';

interface Entry {
  name: string;
  content: Buffer;
  method?: number;
  flags?: number;
  /** What the directory says instead of the truth. */
  says?: { unpacked?: number; packed?: number; offset?: number };
}

function zip(entries: readonly Entry[], { count = entries.length, end = true } = {}): Blob {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8, flags = 0, says = {} } of entries) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(says.packed ?? packed.length, 20);
    entry.writeUInt32LE(says.unpacked ?? content.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(says.offset ?? at, 42);
    locals.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const close = Buffer.alloc(22);
  close.writeUInt32LE(0x06054b50, 0);
  close.writeUInt16LE(count, 10);
  close.writeUInt32LE(Buffer.concat(directory).length, 12);
  close.writeUInt32LE(at, 16);
  return new Blob([Buffer.concat([...locals, ...directory, ...(end ? [close] : [])])]);
}

const text = (words: string) => Buffer.from(words);
const fault = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ZipFault);
  return (error as ZipFault).message;
};
const unpackFirst = async (blob: Blob) => {
  const [entry] = await readZipDirectory(blob);
  if (entry === undefined) throw new Error('no entry');
  return Buffer.from(await unpackEntry(blob, entry)).toString();
};

describe('readZipDirectory', () => {
  it('reads packed and stored entries, with a comment at the end and without folders', async () => {
    const blob = zip([
      { name: 'calls/', content: text('') },
      { name: 'calls/größe.txt', content: text('Agent: Hello.') },
      { name: 'b.txt', content: text('stored'), method: 0 },
    ]);
    const entries = await readZipDirectory(blob);
    expect(entries.map(({ path }) => path)).toEqual(['calls/größe.txt', 'b.txt']);
    const words = await Promise.all(
      entries.map(async (entry) => Buffer.from(await unpackEntry(blob, entry)).toString()),
    );
    expect(words).toEqual(['Agent: Hello.', 'stored']);
  });

  it('keeps no way out of the folder in a name', async () => {
    const names = ['../../etc/passwd', '/etc/shadow', 'C:\\Windows\\x.txt', 'a/./../b\u0000.txt'];
    const entries = await readZipDirectory(zip(names.map((name) => ({ name, content: text('x') }))));
    expect(entries.map(({ path }) => path)).toEqual(['etc/passwd', 'etc/shadow', 'C:/Windows/x.txt', 'a/b.txt']);
  });

  it('refuses what is cut off, or says more entries than there are', async () => {
    const entry = { name: 'a.txt', content: text('x') };
    expect(await fault(readZipDirectory(zip([entry], { end: false })))).toContain('damaged');
    expect(await fault(readZipDirectory(zip([entry], { count: 60_000 })))).toContain('damaged');
    expect(await fault(readZipDirectory(new Blob(['PK\u0003\u0004'])))).toContain('damaged');
  });

  it('refuses entries that share their bytes', async () => {
    const content = text('0123456789'.repeat(1_000));
    const shared = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.txt`, content, method: 0 }));
    const overlapping = shared.map((entry, index) =>
      index === 0 ? entry : { ...entry, content: text(''), says: { packed: 10_000, unpacked: 10_000, offset: 0 } },
    );
    expect(await fault(readZipDirectory(zip(overlapping)))).toContain('overlap');
  });
});

describe('unpackEntry', () => {
  it('refuses a bomb by what its directory says, and by what comes out', async () => {
    const bomb = Buffer.alloc(60 * 1024 * 1024);
    expect(await fault(unpackFirst(zip([{ name: 'bomb', content: bomb }])))).toContain('60 MB when it is unpacked');
    expect(await fault(unpackFirst(zip([{ name: 'bomb', content: bomb, says: { unpacked: 100 } }])))).toContain('MB');
  });

  it('refuses what is encrypted, packed in another way, damaged, or shorter than said', async () => {
    const content = text('words '.repeat(100));
    expect(await fault(unpackFirst(zip([{ name: 'a', content, flags: 1 }])))).toContain('encrypted');
    expect(await fault(unpackFirst(zip([{ name: 'a', content, method: 14 }])))).toContain('rare method');
    expect(await fault(unpackFirst(zip([{ name: 'a', content, says: { unpacked: 7 } }])))).toContain('damaged');
    expect(await fault(unpackFirst(zip([{ name: 'a', content, says: { offset: 9 } }])))).toContain('damaged');
    const broken = zip([{ name: 'a', content: Buffer.from([255, 255, 255, 255, 1]), method: 0 }]);
    const bytes = Buffer.from(await broken.arrayBuffer());
    bytes.writeUInt16LE(8, bytes.indexOf('PK\u0001\u0002') + 10);
    expect(await fault(unpackFirst(new Blob([bytes])))).toContain('damaged');
  });
});
