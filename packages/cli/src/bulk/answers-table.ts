/** Answers as Parquet: a row per conversation, with a typed column for each brick's value and confidence beside the whole answers as JSON. */
import { brickType } from '@brickwork/engine/bricks/brick-types';
import type { Brick, Kit } from '@brickwork/engine/kits/normalise-kit';
import { createParquetFile } from '@brickwork/warehouse/parquet/parquet-file';
import type { Cell, ColumnType, Table } from '@brickwork/warehouse/parquet/table';
import type { AnsweredConversation, AnswersFile } from './answered-conversation.ts';

/** In this order; those of the bricks follow. */
const COLUMNS = {
  source_file: 'string',
  source_row: 'integer',
  external_id: 'string',
  occurred_at: 'timestamp',
  metadata: 'string',
  kit: 'string',
  kit_hash: 'string',
  engine: 'string',
  engine_version: 'string',
  bricks: 'string',
  warnings: 'string',
  input: 'string',
} as const satisfies Record<string, ColumnType>;

export async function createAnswersTable(path: string, kit: Kit): Promise<AnswersFile> {
  const file = await createParquetFile(path, tableOf(kit));
  return {
    append: (answered) => file.append({ ...rowOf(answered), ...valuesOf(kit, answered) }),
    close: async () => void (await file.close()),
    discard: () => file.discard(),
  };
}

function tableOf(kit: Kit): Table {
  const columns = kit.bricks.flatMap((brick): [string, ColumnType][] => [
    [`value_${brick.key}`, typeOf(brick)],
    [`confidence_${brick.key}`, 'double'],
  ]);
  return { name: 'answers', columns: { ...COLUMNS, ...Object.fromEntries(columns) } };
}

/** By what its values are in TypeScript: a list is written as JSON. */
function typeOf(brick: Brick): ColumnType {
  const placeholder = brickType(brick).placeholder(brick);
  if (typeof placeholder === 'boolean') return 'boolean';
  return typeof placeholder === 'number' ? 'double' : 'string';
}

function valuesOf(kit: Kit, { bricks }: AnsweredConversation): Record<string, Cell> {
  const cells = kit.bricks.flatMap(({ key }): [string, Cell][] => {
    const { value, confidence } = bricks[key] ?? {};
    return [
      [`value_${key}`, Array.isArray(value) ? JSON.stringify(value) : value],
      [`confidence_${key}`, confidence],
    ];
  });
  return Object.fromEntries(cells);
}

function rowOf(answered: AnsweredConversation): Record<keyof typeof COLUMNS, Cell> {
  const { occurredAt, warnings } = answered;
  return {
    source_file: answered.file,
    source_row: answered.row,
    external_id: answered.externalId,
    occurred_at: occurredAt === undefined ? undefined : new Date(occurredAt),
    metadata: json(answered.metadata),
    kit: answered.kit,
    kit_hash: answered.kitHash,
    engine: answered.engine,
    engine_version: answered.engineVersion,
    bricks: json(answered.bricks),
    warnings: warnings.length === 0 ? undefined : json(warnings),
    input: json(answered.input),
  };
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
