/** The records of a batch: the files of a directory, the lines of a JSON-lines file, or the rows of a CSV file. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DEFAULT_DIMENSIONS } from '@brickwork/client';
import { parse } from 'csv-parse';
import { readConversationFile } from '../conversations/read-conversation-file.ts';
import { type RecordInput, toInput } from '../conversations/to-input.ts';
import type { PinnedKit } from '../runs/pin-kit.ts';
import { UsageError } from '../usage-error.ts';
import { readLines } from './read-lines.ts';

interface BatchRecord {
  id: string;
  input: Record<string, unknown>;
  occurredAt?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface SourceOptions {
  kit: Pick<PinnedKit, 'conversationField' | 'fields'>;
  /** CSV: the column with the conversation, and the one with the id. */
  column?: string | undefined;
  idColumn?: string | undefined;
  /** CSV: the column that says when the conversation took place. */
  timeColumn?: string | undefined;
  /** CSV: columns that become metadata of the run. */
  metadataColumns?: readonly string[] | undefined;
}

export type BatchSource = () => AsyncGenerator<BatchRecord, void, undefined>;

/** Reads the source once before anything runs, to count its records and check their ids. It can be read again. */
export async function openSource(path: string, options: SourceOptions): Promise<{ read: BatchSource; total: number }> {
  const read = await readerOf(path, options);
  const ids = new Set<string>();
  for await (const { id } of read()) {
    if (ids.has(id))
      throw new UsageError(
        `${path}: the id "${id}" appears twice, so results could not be matched to records. Make the ids unique.`,
      );
    ids.add(id);
  }
  if (ids.size === 0) throw new UsageError(`${path} contains no conversations.`);
  return { read, total: ids.size };
}

async function readerOf(path: string, options: SourceOptions): Promise<BatchSource> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`${path} cannot be read.`);
  if (found.isDirectory()) return () => directory(path, options);
  if (/\.(jsonl|ndjson)$/i.test(path)) return () => jsonLines(path, options);
  if (/\.csv$/i.test(path)) return () => csvRows(path, options);
  throw new UsageError(
    `${path} is neither a directory nor a .jsonl or .csv file. For single files: brickwork run; for archives and mixed files: brickwork import-files.`,
  );
}

async function* directory(path: string, { kit }: SourceOptions): AsyncGenerator<BatchRecord, void, undefined> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort();
  // The file's name is the id: ids inside of files may repeat.
  for (const id of files) {
    const { input, occurredAt, metadata } = toInput(await readConversationFile(join(path, id)), kit);
    yield { id, input, occurredAt, metadata };
  }
}

async function* jsonLines(path: string, { kit }: SourceOptions): AsyncGenerator<BatchRecord, void, undefined> {
  let line = 0;
  for await (const text of readLines(path)) {
    line += 1;
    if (text.trim() === '') continue;
    yield named(toInput(parseJson(text.replace(/^\uFEFF/, ''), `${path}:${line} is not JSON.`), kit), line);
  }
}

async function* csvRows(path: string, options: SourceOptions): AsyncGenerator<BatchRecord, void, undefined> {
  const { kit } = options;
  let row = 0;
  const parser = createReadStream(path).pipe(parse({ columns: true, bom: true, skip_empty_lines: true }));
  try {
    for await (const cells of parser as AsyncIterable<Record<string, string>>) {
      row += 1;
      const columns = Object.keys(cells);
      const column = pick(columns, options.column, [
        kit.conversationField,
        'transcript',
        'conversation',
        'text',
        'body',
      ]);
      if (column === undefined)
        throw new UsageError(`${path} has no column for the conversation. Name it: --column NAME`);
      const idColumn = pick(columns, options.idColumn, ['id', 'external_id', 'record_id']);
      const timeColumn = pick(columns, options.timeColumn, ['occurred_at']);
      const others = columns.filter((name) => kit.fields.includes(name) && name !== kit.conversationField);
      const input = {
        ...Object.fromEntries(others.map((name) => [name, cells[name]])),
        [kit.conversationField]: cellValue(cells[column] ?? ''),
      };
      const occurredAt = (timeColumn && cells[timeColumn]) || undefined;
      const externalId = idColumn === undefined ? undefined : cells[idColumn];
      yield named({ input, externalId, occurredAt, metadata: metadataOf(cells, column, options) }, row);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${path} is not valid CSV after row ${row}: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}

function pick(columns: readonly string[], named: string | undefined, usual: readonly string[]): string | undefined {
  if (named === undefined) return usual.find((name) => columns.includes(name));
  if (columns.includes(named)) return named;
  throw new UsageError(`There is no column "${named}". There are: ${columns.join(', ')}`);
}

/** Cells of the given columns, otherwise of those named like a dimension; without the kit's fields and empty cells. */
function metadataOf(
  cells: Record<string, string>,
  conversation: string,
  { kit, metadataColumns }: SourceOptions,
): Record<string, string> | undefined {
  const columns = Object.keys(cells);
  const named =
    metadataColumns?.map((name) => pick(columns, name, []) ?? name) ??
    DEFAULT_DIMENSIONS.filter((name) => columns.includes(name) && name !== conversation && !kit.fields.includes(name));
  const pairs = named.map((name) => [name, cells[name] ?? ''] as const).filter(([, value]) => value !== '');
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** A cell with turns or messages holds them as JSON. */
function cellValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function named({ externalId, ...record }: RecordInput, line: number): BatchRecord {
  return { id: externalId === undefined || externalId === '' ? `line-${line}` : externalId, ...record };
}

function parseJson(text: string, fault: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(fault);
  }
}
