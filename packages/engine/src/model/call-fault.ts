/** Why one call to a provider failed. It never contains what was sent or answered, only facts about it. */
import { NO_TOKENS, type TokenCount } from './model-client.ts';

export type CallFaultKind =
  | 'auth'
  | 'quota'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'model_missing'
  | 'too_long'
  | 'refused'
  | 'bad_request'
  /** The model does not accept a parameter; it is not sent again, so the next attempt may succeed. */
  | 'adjusted';

export interface CallFaultOptions {
  /** A fact for the operator: a status, the provider's own code. Never a text of the provider. */
  fact: string;
  retryAfterMs?: number | undefined;
  tokens?: TokenCount | undefined;
}

export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly kind: CallFaultKind;
  readonly fact: string;
  readonly retryAfterMs: number | undefined;
  /** The usage of the failed attempt, if the provider charges for it. */
  readonly tokens: TokenCount;

  constructor(kind: CallFaultKind, { fact, retryAfterMs, tokens = NO_TOKENS }: CallFaultOptions) {
    super(`${kind}: ${fact}`);
    this.kind = kind;
    this.fact = fact;
    this.retryAfterMs = retryAfterMs;
    this.tokens = tokens;
  }
}
