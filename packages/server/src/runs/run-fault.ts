/** Why an evaluation failed, in a form that may be stored and shown: a code, a diagnosis, and a sentence for users. */
import { NO_USAGE, type Usage } from '../usage/usage.ts';
import type { RunError } from './run.ts';

export interface RunFaultOptions extends RunError {
  /** Set when trying again later may help: the run is queued until then. */
  retryAfterMs?: number;
  /** What was used so far. */
  usage?: Usage;
}

export class RunFault extends Error implements RunError {
  override readonly name = 'RunFault';
  readonly code: string;
  readonly userMessage: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly usage: Usage;

  constructor({ code, message, userMessage, retryAfterMs, usage = NO_USAGE }: RunFaultOptions) {
    super(message ?? code);
    this.code = code;
    this.userMessage = userMessage;
    this.retryAfterMs = retryAfterMs;
    this.usage = usage;
  }
}
