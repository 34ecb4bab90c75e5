/** The conversations in files of any kind: archives are opened, tables, lists and mailboxes taken apart. Nothing is ever skipped without a word. */
import { decodeText, refuseBinary } from './decode-text.ts';
import { isNothing } from './is-nothing.ts';
import { dateOrderOf } from './read-date.ts';
import { cleanPath, type Found, type FoundConversation, isLitter, type SourceFile } from './source-file.ts';
import { splitCsv } from './split-csv.ts';
import { type Probe, splitJson, splitLines } from './split-json.ts';
import { isMailbox, splitMailbox } from './split-mail.ts';
import { inflate, MOST_UNPACKED, readZipDirectory, unpackEntry, type ZipEntry, ZipFault } from './zip.ts';

interface FindOptions {
  /** The kit's input: the field that takes the conversation, and all fields. */
  conversationField: string;
  fields: readonly string[];
  /** The column or field with the conversation, where it is not known by its name. */
  column?: string | undefined;
  probe: Probe;
}

/** Archives in archives in archives are somebody's joke. */
const DEEPEST = 3;

export async function* findConversations(file: SourceFile, options: FindOptions, depth = 0): AsyncGenerator<Found> {
  const path = cleanPath(file.path);
  if (isLitter(path)) return;
  try {
    if (file.fault !== undefined) throw new ZipFault(file.fault);
    const head = new Uint8Array(await file.blob.slice(0, 4).arrayBuffer());
    if (isArchive(head)) yield* inArchive(file, options, depth);
    else yield* await inFile({ ...file, path }, head, options);
  } catch (error) {
    yield { path, refused: faultOf(error) };
  }
}

/** Of a file that was changed or removed while it was read, too. */
function faultOf(error: unknown): string {
  if (error instanceof ZipFault) return error.message;
  if (error instanceof DOMException && error.name.startsWith('Not'))
    return 'was changed or removed while it was read: import it again';
  throw error;
}

function isArchive([p, k, three, four]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
}

const OFFICE: Readonly<Record<string, string>> = {
  'xl/workbook.xml': 'is an Excel workbook: save the sheet as CSV',
  'ppt/presentation.xml': 'is a presentation',
  mimetype: 'is an OpenDocument file: save it as .docx, .txt or .csv',
};

async function* inArchive(file: SourceFile, options: FindOptions, depth: number): AsyncGenerator<Found> {
  const path = cleanPath(file.path);
  const entries = await readZipDirectory(file.blob);
  const names = new Set(entries.map((entry) => entry.path));
  if (names.has('word/document.xml')) {
    yield { path, value: base64(await bytesOf(file)), modifiedMs: file.modifiedMs };
    return;
  }
  const office = Object.keys(OFFICE).find((name) => names.has(name));
  if (office !== undefined) throw new ZipFault(OFFICE[office]);
  if (depth === DEEPEST) throw new ZipFault('is an archive deep inside of other archives: unpack it first');
  if (entries.length === 0) throw new ZipFault('is an empty archive');
  for (const entry of entries) yield* inEntry(file, path, entry, { options, depth });
}

async function* inEntry(
  { blob }: SourceFile,
  archive: string,
  entry: ZipEntry,
  { options, depth }: { options: FindOptions; depth: number },
): AsyncGenerator<Found> {
  const path = `${archive}/${entry.path}`;
  if (isLitter(entry.path)) return;
  try {
    const inner = new Blob([await unpackEntry(blob, entry)]);
    yield* findConversations({ path, blob: inner, modifiedMs: entry.modifiedMs }, options, depth + 1);
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    yield { path, refused: error.message };
  }
}

async function bytesOf({ blob }: SourceFile): Promise<Uint8Array<ArrayBuffer>> {
  if (blob.size > MOST_UNPACKED)
    throw new ZipFault(`has ${Math.ceil(blob.size / 1024 / 1024)} MB, more than is read at once: split it`);
  return new Uint8Array(await blob.arrayBuffer());
}

async function inFile(file: SourceFile, head: Uint8Array, options: FindOptions): Promise<Found[]> {
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isPacked ? await inflate(file.blob, 'gzip', MOST_UNPACKED) : await bytesOf(file);
  const path = isPacked ? file.path.replace(/\.gz$/i, '') : file.path;
  const refused = refuseBinary(path, bytes);
  if (refused !== undefined) return [{ path: file.path, refused }];
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  if (text.trim() === '') return [{ path: file.path, refused: 'is empty' }];
  const found = await inText(path, text, options);
  const dateOrder = dateOrderOf(found.flatMap((each) => ('value' in each && each.date) || []));
  return found.map((each) => {
    if (!('value' in each)) return { ...each, path: file.path };
    if (!isNothing(each.value)) return { ...each, path: file.path, modifiedMs: file.modifiedMs, dateOrder };
    const where = each.part === undefined ? file.path : `${file.path} › ${each.part}`;
    return { path: where, refused: each.value === undefined ? 'has no conversation' : 'is empty' };
  });
}

const HEADER = 1_000;
/** In a block above the first turn. */
const DATE_LINE =
  /^(?:call )?(?:date|datum|fecha|start(?:ed)?(?: (?:at|time|date))?)\s?[:=]\s{0,8}(\S[^\r\n]{5,60})$/im;

async function inText(path: string, text: string, options: FindOptions): Promise<Found[]> {
  const named = (parts: readonly Omit<FoundConversation, 'path'>[]) => parts.map((part) => ({ ...part, path }));
  if (/\.(?:csv|tsv|psv)$/i.test(path))
    return splitCsv(path, text, [options.conversationField, ...options.fields], options.column);
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return inLines(path, text, options);
  if (isMailbox(text)) {
    const threads = splitMailbox(text);
    return named(
      threads.map((value, index) => ({ value, ...(threads.length > 1 && { part: `thread ${index + 1}` }) })),
    );
  }
  if (/^\s*[[{]/.test(text)) {
    const value = parse(text);
    if (value !== undefined) return named(await splitJson(value, options, options.probe));
    const [first = ''] = text.trimStart().split('\n', 1);
    if (parse(first) !== undefined && text.trimEnd().includes('\n')) return inLines(path, text, options);
    if (/\.json$/i.test(path))
      return [{ path, refused: 'is not valid JSON: it may not have been written or copied to its end' }];
  }
  return [{ path, value: text, date: DATE_LINE.exec(text.slice(0, HEADER))?.[1] }];
}

async function inLines(path: string, text: string, options: FindOptions): Promise<Found[]> {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }));
  const read = lines
    .filter(({ text: line }) => line !== '')
    .map(({ line, text: each }) => ({ line, value: parse(each) }));
  const good = read.filter(({ value }) => value !== undefined);
  const parts =
    good.length === 0
      ? []
      : await splitLines(
          good.map(({ value }) => value),
          options,
          options.probe,
        );
  return [
    ...parts.map((part) => ({ ...part, path })),
    ...read
      .filter(({ value }) => value === undefined)
      .map(({ line }) => ({ path, refused: `is not JSON in line ${line}` })),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const PIECE = 8_190;

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return parts.join('');
}
