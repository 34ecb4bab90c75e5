/** Loads what `brickwork evaluate --out --with-input` wrote into a service, as runs. Loading it again loads nothing again, so a stopped import is simply repeated. */
import type { BrickworkClient, ImportedRun, ImportResult } from '@brickwork/client';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { type PinnedKit, pinKit } from '../runs/pin-kit.ts';
import { UsageError } from '../usage-error.ts';
import { openBulkSource, type SourceRow } from './bulk-source.ts';
import { inOrder } from './in-order.ts';

export interface ImportTotals {
  rows: number;
  created: number;
  replayed: number;
  refused: number;
  /** The first of them. */
  reasons: { source_file: string; source_row: number; error: string }[];
}

interface Line {
  file: string;
  row: number;
  run: ImportedRun;
}

/** Of one request: far below what a service takes by default (5 MiB), and what the API takes. */
const REQUEST_CHARACTERS = 2_000_000;
const REQUEST_RUNS = 500;
/** One is stored while the next is read and checked. */
const REQUESTS_AT_ONCE = 2;
const MOST_REASONS = 100;

const COLUMNS = ['external_id', 'occurred_at', 'metadata', 'kit_hash', 'engine', 'bricks', 'warnings', 'input'];

export async function importAnswers(
  client: BrickworkClient,
  kitName: string,
  sourcePath: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: { done: number; total: number }): void },
): Promise<ImportTotals> {
  const kit = await pinKit(client, kitName);
  const { document } = await client.kits.version(kit.kitCode, kit.version, { signal });
  const kitHash = hashKit(requireKit(document));
  const source = await openBulkSource(sourcePath, { columns: COLUMNS, needed: ['bricks'] });
  const totals: ImportTotals = { rows: 0, created: 0, replayed: 0, refused: 0, reasons: [] };
  const send = async (lines: readonly Line[]) => ({
    lines,
    result: await client.runs.import(
      { kit_version_id: kit.kitVersionId },
      lines.map(({ run }) => run),
      { signal },
    ),
  });
  const requests = groupsOf(source.read(0, source.rows), (row) => toLine(row, kit, kitHash));
  for await (const { lines, result } of inOrder(requests, REQUESTS_AT_ONCE, send)) {
    add(totals, lines, result);
    onProgress({ done: totals.rows, total: source.rows });
  }
  return totals;
}

async function* groupsOf(
  rows: AsyncIterable<SourceRow>,
  toLineOf: (row: SourceRow) => Line,
): AsyncGenerator<Line[], void, undefined> {
  let group: Line[] = [];
  let characters = 0;
  for await (const row of rows) {
    const line = toLineOf(row);
    const size = JSON.stringify(line.run).length;
    if (group.length > 0 && (group.length === REQUEST_RUNS || characters + size > REQUEST_CHARACTERS)) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(line);
    characters += size;
  }
  if (group.length > 0) yield group;
}

/** A file that is not what the command wrote, or is of another version, is a mistake in the command: nothing more is sent. */
function toLine({ file, row, ...content }: SourceRow, kit: PinnedKit, kitHash: string): Line {
  const where = `${file}, row ${row}`;
  if ('fault' in content) throw new UsageError(`${where}: ${content.fault}`);
  const value = (content.value ?? {}) as Record<string, unknown>;
  if ((value.input ?? null) === null)
    throw new UsageError(`${where} has no conversation. Evaluate with --with-input to load the answers.`);
  if (value.kit_hash !== kitHash)
    throw new UsageError(
      `${where} was not answered with ${kit.kitCode}@${kit.version}. Push and publish the kit that was used, or name its version: KIT@N.`,
    );
  const given = Object.entries(value).filter(
    ([name, cell]) => name !== 'kit_hash' && COLUMNS.includes(name) && cell !== null,
  );
  return {
    file,
    row,
    run: Object.fromEntries(given.map(([name, cell]) => [name, decoded(name, cell)])) as unknown as ImportedRun,
  };
}

/** In Parquet, what is not a single value is JSON. */
function decoded(name: string, cell: unknown): unknown {
  const isText = name === 'external_id' || name === 'occurred_at' || name === 'engine';
  return isText || typeof cell !== 'string' ? cell : (JSON.parse(cell) as unknown);
}

function add(totals: ImportTotals, lines: readonly Line[], { created, replayed, refused, data }: ImportResult): void {
  totals.rows += lines.length;
  totals.created += created;
  totals.replayed += replayed;
  totals.refused += refused;
  for (const { index, error, detail } of data) {
    const line = lines[index];
    if (error === undefined || line === undefined || totals.reasons.length === MOST_REASONS) continue;
    totals.reasons.push({
      source_file: line.file,
      source_row: line.row,
      error: typeof detail === 'string' ? detail : error,
    });
  }
}
