/** The answers of one shard, a row per conversation, as Parquet or as JSON lines. The same rows make the same bytes. */
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { AnsweredConversation, AnswersFile } from './answered-conversation.ts';

export type AnswersFormat = 'parquet' | 'jsonl';

export async function createAnswersFile(path: string, format: AnswersFormat, kit: Kit): Promise<AnswersFile> {
  if (format === 'parquet') return (await import('./answers-table.ts')).createAnswersTable(path, kit);
  const { createHiddenFile } = await import('./hidden-file.ts');
  const file = await createHiddenFile(path);
  return { ...file, append: (answered) => file.write(`${JSON.stringify(lineOf(answered))}\n`) };
}

/** Undefined members are left out of the line. */
function lineOf(answered: AnsweredConversation): Record<string, unknown> {
  return {
    source_file: answered.file,
    source_row: answered.row,
    external_id: answered.externalId,
    occurred_at: answered.occurredAt,
    metadata: answered.metadata,
    kit: answered.kit,
    kit_hash: answered.kitHash,
    engine: answered.engine,
    engine_version: answered.engineVersion,
    bricks: answered.bricks,
    ...(answered.warnings.length > 0 && { warnings: answered.warnings }),
    input: answered.input,
  };
}
