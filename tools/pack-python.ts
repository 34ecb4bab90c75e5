/**
 * The Python client as a wheel and an sdist. A wheel of plain Python is a zip with a manifest, so that packing needs neither Python nor the
 * network; the same sources give the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const HOME = join(root, 'clients', 'python');
const PACKAGE = 'brickwork_client';
/** Zip's earliest date, 1 January 1980. */
const DATE = 0x21;

interface Packed {
  path: string;
  content: Buffer;
}

/** Writes both into the folder and returns their names. */
export function packPython(target: string): string[] {
  const version = /VERSION = "(.+)"/.exec(read(PACKAGE, '_version.py'))?.[1] ?? '';
  const name = `${PACKAGE}-${version}`;
  const wheel = `${name}-py3-none-any.whl`;
  writeFileSync(join(target, wheel), zipOf(wheelFiles(name, version)));
  const staging = mkdtempSync(join(tmpdir(), 'brickwork-sdist-'));
  const copy = join(staging, name);
  mkdirSync(copy);
  for (const { path, content } of sources()) write(copy, path, content);
  for (const file of ['pyproject.toml', 'README.md']) cpSync(join(HOME, file), join(copy, file));
  cpSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  writeFileSync(join(copy, 'PKG-INFO'), metadata(version));
  execFileSync('tar', ['-czf', join(target, `${name}.tar.gz`), '-C', staging, name]);
  rmSync(staging, { recursive: true });
  return [wheel, `${name}.tar.gz`];
}

const read = (...path: string[]) => readFileSync(join(HOME, ...path), 'utf8');

function write(folder: string, path: string, content: Buffer): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function sources(): Packed[] {
  return readdirSync(join(HOME, PACKAGE), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.py$|^py\.typed$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(HOME, path).split(sep).join('/'), content: readFileSync(path) }));
}

function metadata(version: string): string {
  const field = (name: string) => new RegExp(`^${name} = "(.+)"$`, 'm').exec(read('pyproject.toml'))?.[1] ?? '';
  const head = [
    'Metadata-Version: 2.1',
    `Name: ${field('name')}`,
    `Version: ${version}`,
    `Summary: ${field('description')}`,
    'License: Apache-2.0',
    'Classifier: Typing :: Typed',
    `Requires-Python: ${field('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ];
  return `${head.join('\n')}\n\n${read('README.md')}`;
}

function wheelFiles(name: string, version: string): Packed[] {
  const info = `${name}.dist-info`;
  const wheel = 'Wheel-Version: 1.0\nGenerator: brickwork\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const files = [
    ...sources(),
    { path: `${info}/LICENSE`, content: readFileSync(join(root, 'LICENSE')) },
    { path: `${info}/METADATA`, content: Buffer.from(metadata(version)) },
    { path: `${info}/WHEEL`, content: Buffer.from(wheel) },
  ];
  const lines = files.map(({ path, content }) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${digest},${content.length}`;
  });
  const record = [...lines, `${info}/RECORD,,`, ''].join('\n');
  return [...files, { path: `${info}/RECORD`, content: Buffer.from(record) }];
}

function zipOf(files: readonly Packed[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // The version that can read it.
    common.writeUInt16LE(8, 4); // Deflated.
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(0o100644 * 0x10000, 6); // A file that everybody may read.
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name);
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
