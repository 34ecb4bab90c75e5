/**
 * Brings a data set up to date: reads which days have changed since its cursor, and writes these days again, each table as one file that takes the
 * place of the one before. So every row is there once, whatever happened to its run, and an export that is repeated changes nothing.
 *
 * The manifest first names the days that are going to be written, and forgets each when its files are in place. An export that is killed leaves
 * whole files and a manifest that says which days to write again.
 */
import { rm } from 'node:fs/promises';
import type { Destination, OpenDestination } from './destination.ts';
import {
  type DayEntry,
  hasSameShape,
  MANIFEST,
  type Manifest,
  readManifest,
  requireSameOwner,
  type Shape,
  toManifest,
} from './manifest.ts';
import { TABLE_NAMES, type TableName } from './tables.ts';
import type { DayWriter, OpenDay, WrittenDay } from './write-day.ts';

export interface Changes extends Shape {
  /** Where the next export begins. */
  cursor: string;
  /** Every day that has runs, since nothing was said about what is known, or the cursor is of no use any more. */
  everything: boolean;
  /** As YYYY-MM-DD, in UTC. */
  days: readonly string[];
}

export interface Source {
  changes(after: string | undefined, signal: AbortSignal): Promise<Changes>;
  /** Runs of these days as JSON, day after day in the order given; a page has runs of one day. */
  runs(days: readonly string[], signal: AbortSignal): AsyncIterable<{ day: string; lines: readonly string[] }>;
}

export interface ExportOptions {
  source: Source;
  open: OpenDestination;
  openDay: OpenDay;
  signal: AbortSignal;
  now(): Date;
  onProgress?(progress: { days: number; of: number; runs: number }): void;
}

export interface Exported {
  days: number;
  runs: number;
  rows: Record<TableName, number>;
  totals: Manifest['totals'];
}

/** Days that are asked for at once. */
const BATCH_DAYS = 100;
/** Days whose files are on their way to the destination while the next are read. */
const DAYS_IN_FLIGHT = 4;
const CHECKPOINT_MS = 5_000;

export async function exportDataSet(options: ExportOptions): Promise<Exported> {
  const destination = await options.open(options.signal);
  try {
    return await exportTo(destination, options);
  } finally {
    await destination.release();
  }
}

async function exportTo(destination: Destination, options: ExportOptions): Promise<Exported> {
  const { source, signal, now } = options;
  const text = await destination.read(MANIFEST);
  const known = text === undefined ? undefined : readManifest(text);
  const changes = await changesSince(source, known, signal);
  const { cursor, everything, days: changed, ...shape } = changes;
  const days = new Map<string, DayEntry>(Object.entries(known?.days ?? {}));
  const pending = new Set([...changed, ...(known?.pending ?? []), ...(everything ? days.keys() : [])]);
  const exported: Exported = {
    days: pending.size,
    runs: 0,
    rows: { runs: 0, answers: 0, evidence: 0, reviews: 0, usage: 0 },
    totals: { runs: 0, answers: 0, evidence: 0, reviews: 0, usage: 0 },
  };
  const save = async () => {
    await destination.keepLock();
    const manifest = toManifest(shape, { cursor, pending, days, now: now() });
    exported.totals = manifest.totals;
    await destination.write(MANIFEST, JSON.stringify(manifest));
  };
  await save();
  const unsure = new Set(known?.pending);
  let savedAt = performance.now();
  const onDay = async (day: string, written: WrittenDay) => {
    const isUnsure = unsure.has(day);
    await replaceDay(destination, day, { written, before: isUnsure ? undefined : (days.get(day) ?? {}) });
    const entry = toEntry(written);
    if (Object.keys(entry).length > 0) days.set(day, entry);
    else days.delete(day);
    pending.delete(day);
    for (const table of TABLE_NAMES) exported.rows[table] += entry[table]?.rows ?? 0;
    exported.runs = exported.rows.runs;
    options.onProgress?.({ days: exported.days - pending.size, of: exported.days, runs: exported.runs });
    if (performance.now() - savedAt < CHECKPOINT_MS) return;
    savedAt = performance.now();
    await save();
  };
  await writeDays(destination, options, { days: [...pending].sort(), shape, onDay });
  if (exported.days > 0) await save();
  return exported;
}

async function changesSince(source: Source, known: Manifest | undefined, signal: AbortSignal): Promise<Changes> {
  const changes = await source.changes(known?.cursor, signal);
  if (known === undefined) return changes;
  requireSameOwner(known, changes);
  return hasSameShape(known, changes) || changes.everything ? changes : source.changes(undefined, signal);
}

interface DaysToWrite {
  days: readonly string[];
  shape: Shape;
  onDay(day: string, written: WrittenDay): Promise<void>;
}

/** One day is read at a time; the files of a few are published meanwhile. */
async function writeDays(destination: Destination, options: ExportOptions, work: DaysToWrite): Promise<void> {
  const { source, signal, openDay } = options;
  const inFlight = new Set<Promise<void>>();
  let failure: unknown;
  const send = async (day: string, writer: DayWriter | undefined) => {
    const written = (await writer?.close()) ?? {};
    const sending = work
      .onDay(day, written)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    if (inFlight.size >= DAYS_IN_FLIGHT) await Promise.race(inFlight);
    if (failure !== undefined) throw failure;
  };
  let writer: DayWriter | undefined;
  try {
    for (let at = 0; at < work.days.length; at += BATCH_DAYS) {
      const batch = work.days.slice(at, at + BATCH_DAYS);
      const left = [...batch];
      let day: string | undefined;
      for await (const page of source.runs(batch, signal)) {
        signal.throwIfAborted();
        if (page.day !== day) {
          if (day !== undefined) await send(day, writer);
          // Days without runs are not in the stream.
          while (left.length > 0 && left[0] !== page.day) await send(left.shift() ?? '', undefined);
          day = left.shift();
          writer = openDay(destination.workFolder, page.day, work.shape.dimensions);
        }
        await writer?.append(page.lines);
      }
      signal.throwIfAborted();
      if (day !== undefined) await send(day, writer);
      writer = undefined;
      for (const empty of left) await send(empty, undefined);
    }
  } finally {
    await writer?.discard();
    await Promise.all(inFlight);
  }
  if (failure !== undefined) throw failure;
}

/** `before`: what is known to be there; undefined where an interrupted export may have left anything. */
async function replaceDay(
  destination: Destination,
  day: string,
  { written, before }: { written: WrittenDay; before: DayEntry | undefined },
): Promise<void> {
  await destination.keepLock();
  await Promise.all(
    TABLE_NAMES.map(async (table) => {
      const file = written[table];
      if (file !== undefined) {
        await destination.publish(file.path, fileName(table, day));
        await rm(file.path, { force: true });
      } else if (before === undefined || before[table] !== undefined) await destination.remove(fileName(table, day));
    }),
  );
}

function toEntry(written: WrittenDay): DayEntry {
  return Object.fromEntries(Object.entries(written).map(([table, { rows, bytes }]) => [table, { rows, bytes }]));
}

export function fileName(table: TableName, day: string): string {
  return `${table}/occurred_on=${day}/part-0.parquet`;
}
