/** A run that the built-in model answered alone. */
import type { Basis } from '@brickwork/contract';

export interface LocalRun {
  runId: string;
  version: number;
  inputBytes: number | undefined;
  /** By brick; a brick that did not apply has neither. */
  answers: Readonly<Record<string, [confidence: number | null, basis: Basis | null]>>;
}
