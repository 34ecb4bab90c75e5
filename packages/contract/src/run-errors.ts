/** Why a run failed: the codes of its `error_code`. The request that created it was accepted, so these are not HTTP errors. */
export const RUN_ERRORS = {
  provider_auth_failed: {
    meaning: 'The model provider refused the service’s credentials.',
    action: 'Ask the operator to set the provider’s key, then create the run again.',
  },
  provider_quota_exhausted: {
    meaning: 'The account at the model provider has no quota left.',
    action: 'Ask the operator to raise it, then create the run again.',
  },
  provider_rate_limited: {
    meaning: 'The model provider kept refusing because of its rate limit.',
    action: 'Create the run again later.',
  },
  provider_unavailable: {
    meaning: 'The model provider could not be reached, or kept failing.',
    action: 'Create the run again later.',
  },
  provider_timeout: { meaning: 'The model provider did not answer in time.', action: 'Create the run again later.' },
  model_unavailable: {
    meaning: 'The provider does not know the configured model.',
    action: 'Ask the operator to correct BRICKWORK_MODEL.',
  },
  input_too_long: {
    meaning: 'The conversation does not fit into the model’s context.',
    action: 'Shorten it, or use a model with a larger context.',
  },
  content_refused: {
    meaning: 'The model refused to answer because of the content.',
    action: 'Use another model for such conversations.',
  },
  output_truncated: {
    meaning: 'The model’s reply was cut off.',
    action: 'Create the run again, or split the kit.',
  },
  output_invalid: {
    meaning: 'The model’s reply did not match the kit, even after retries.',
    action: 'Create the run again, or use a stronger model.',
  },
  spend_cap_reached: {
    meaning: 'A spend cap with `at_cap: fail` is reached: the next call to a model could exceed it.',
    action: 'Raise the cap, or create the run again in the next period.',
  },
  run_request_failed: {
    meaning: 'The run could not be evaluated; `error_message` says why.',
    action: 'Create the run again. If it fails again, give the run id to the operator.',
  },
} as const;
export type RunErrorCode = keyof typeof RUN_ERRORS;
