/** What one row of the answers says, and a file of such rows. */
import type { BrickOutput } from '@brickwork/contract/kit';
import type { BulkConversation } from './to-conversation.ts';

export interface AnsweredConversation extends Omit<BulkConversation, 'input'> {
  file: string;
  row: number;
  kit: string;
  /** SHA-256 of the kit's canonical JSON, so that loading can tell another version. */
  kitHash: string;
  engine: string;
  engineVersion: string;
  bricks: Record<string, BrickOutput>;
  warnings: readonly string[];
  /** Only where it was asked for. */
  input: Record<string, unknown> | undefined;
}

export interface AnswersFile {
  append(answered: AnsweredConversation): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}
