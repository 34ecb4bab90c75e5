/** The port of the model engine: its requests and results. */
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
  /** What is masked in the prompts, in addition to the kit's settings. */
  mask?: readonly MaskClass[] | undefined;
  /** `auto` for the deployment's own choice, otherwise a model id. */
  model: string;
  signal: AbortSignal | undefined;
  pausing?: Pausing | undefined;
  owner?: string | undefined;
  /** Called once at the end, also after a failure or an abort: the usage must be counted. */
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
