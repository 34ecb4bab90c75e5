/** Reads one row of answers, or a file of them. */
import type { BrickOutput } from '@brickwork/contract/kit';
import type { BulkConversation } from './to-conversation.ts';

export interface AnsweredConversation extends Omit<BulkConversation, 'input'> {
  file: string;
  row: number;
  kit: string;
  /** SHA-256 of the kit's canonical JSON, to detect another version when loading. */
  kitHash: string;
  engine: string;
  engineVersion: string;
  bricks: Record<string, BrickOutput>;
  warnings: readonly string[];
  /** Only if requested. */
  input: Record<string, unknown> | undefined;
}

export interface AnswersFile {
  append(answered: AnsweredConversation): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}
