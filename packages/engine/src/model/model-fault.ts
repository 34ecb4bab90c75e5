/** Why a model could not answer, as a run may store and show it: a code, a diagnosis without conversation text, a calm sentence. */
import type { RunErrorCode } from '@brickwork/contract/kit';
import type { CallFaultKind } from './call-fault.ts';

export type ModelFaultCode = RunErrorCode;

const USER_MESSAGES: Readonly<Record<ModelFaultCode, string>> = {
  provider_auth_failed: 'The analysis service is not set up correctly. Please contact its operator.',
  provider_quota_exhausted: 'The analysis service has used up its allowance. Please contact its operator.',
  provider_rate_limited: 'The analysis service is very busy. Please try again later.',
  provider_unavailable: 'The analysis service cannot be reached at the moment. Please try again later.',
  provider_timeout: 'The analysis took too long. Please try again later.',
  model_unavailable: 'The analysis service is not set up correctly. Please contact its operator.',
  input_too_long: 'The conversation is too long to be analysed.',
  content_refused: 'The conversation could not be analysed because of its content.',
  output_truncated: 'The conversation could not be analysed completely. Please try again later.',
  output_invalid: 'The conversation could not be analysed reliably. Please try again later.',
  spend_cap_reached: 'The analysis service has used up its budget for now. Please try again later.',
  run_request_failed: 'The conversation could not be analysed. Please try again later.',
};

export const CODE_OF_CALL_FAULT: Readonly<Record<CallFaultKind, ModelFaultCode>> = {
  auth: 'provider_auth_failed',
  quota: 'provider_quota_exhausted',
  rate_limited: 'provider_rate_limited',
  unavailable: 'provider_unavailable',
  timeout: 'provider_timeout',
  model_missing: 'model_unavailable',
  too_long: 'input_too_long',
  refused: 'content_refused',
  bad_request: 'run_request_failed',
  adjusted: 'run_request_failed',
};

export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly code: ModelFaultCode;
  readonly userMessage: string;
  /** Set when trying again later may help. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ModelFaultCode, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.userMessage = USER_MESSAGES[code];
    this.retryAfterMs = retryAfterMs;
  }
}
