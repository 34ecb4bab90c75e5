/** The port of the model engine: what an evaluation asks of it, and what comes back. */
import type { BrickDocument, KitDocument, MaskClass } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Pausing } from '../core/stopwatch.ts';
import type { ModelUsage } from './model-usage.ts';

export interface ModelRequest {
  kit: KitDocument;
  bricks: readonly BrickDocument[];
  conversation: Conversation;
  input: Readonly<Record<string, unknown>>;
  /** What is masked before it leaves, beside what the kit says. */
  mask?: readonly MaskClass[] | undefined;
  /** `auto` for the deployment's own choice, else a model id. */
  model: string;
  signal: AbortSignal | undefined;
  pausing?: Pausing | undefined;
  owner?: string | undefined;
  /** Called once at the end, also after a failure or an abort: what was used must be counted. */
  onUsage(usage: ModelUsage): void;
}

export interface ModelAnswer {
  outcomes: BrickOutcome[];
  warnings: string[];
  /** The model that answered; several, by comma, after a failover. */
  model: string;
}

export interface ModelEngine {
  answer(request: ModelRequest): Promise<ModelAnswer>;
}
