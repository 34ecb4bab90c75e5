/**
 * The error registry: every code the API answers with, its HTTP status, what it means and what to do about it.
 * `docs/reference/errors.md` is generated from it; a test fails when they differ.
 */
export interface ErrorEntry {
  status: number;
  meaning: string;
  action: string;
  retryable: boolean;
}

const entry = (status: number, meaning: string, action: string, retryable = false): ErrorEntry => ({
  status,
  meaning,
  action,
  retryable,
});

export const ERRORS = {
  invalid_json: entry(400, 'The request body is not valid JSON.', 'Send one well-formed JSON document.'),
  kit_code_or_kit_version_id_required: entry(
    400,
    'The request did not identify a Kit.',
    'Send `kit_code`, or `kit_version_id` to pin a version.',
  ),
  input_must_be_object: entry(
    400,
    '`input` is not a JSON object.',
    'Send `input` as an object, such as {"transcript": "…"}.',
  ),
  invalid_run_type: entry(400, '`type` is not an accepted run type.', 'Use `api` or `sandbox`, or leave it out.'),
  invalid_run_mode: entry(400, '`mode` is not `async` or `sync`.', 'Use `async` or `sync`, or leave it out.'),
  invalid_idempotency_key: entry(
    400,
    'The Idempotency-Key header is empty, sent twice or over 254 characters.',
    'Send one key of 1 to 254 characters.',
  ),
  invalid_limit: entry(400, '`limit` is not a whole number from 1 to 100.', 'Send a limit from 1 to 100.'),
  invalid_cursor: entry(
    400,
    '`cursor` does not come from this endpoint.',
    'Use the `next_cursor` of the previous page, unchanged.',
  ),
  invalid_parameter: entry(
    400,
    'A parameter has a wrong type or value; `detail` names it.',
    'Fix the named parameter.',
  ),
  ids_required: entry(400, '`ids` is missing or empty.', 'Send 1 to 100 Brick ids, separated by commas.'),
  too_many_ids: entry(400, 'More than 100 ids were given.', 'Ask for at most 100 at a time.'),
  webhook_url_required: entry(400, '`url` is missing.', 'Send `url`.'),
  invalid_webhook_url: entry(400, '`url` is not a usable HTTPS URL; `detail` says why.', 'Send a plain https:// URL.'),
  missing_bearer_token: entry(
    401,
    'The Authorization header is missing or malformed.',
    'Send `Authorization: Bearer <api_key>`.',
  ),
  invalid_api_key: entry(401, 'The API key is unknown, revoked or mistyped.', 'Check the key or create a new one.'),
  sign_in_failed: entry(
    401,
    'E-mail, password or code is wrong.',
    'Check all three; a code works once. An admin of the workspace can reset the sign-in.',
  ),
  api_key_expired: entry(401, 'The API key’s expiration date is in the past.', 'Create a new key.'),
  invalid_delivery_signature: entry(
    401,
    'The intake’s token or signature is missing or wrong; `detail` says what was expected.',
    'Send the intake’s secret, or sign with it as its definition says.',
  ),
  forbidden: entry(
    403,
    'The key’s role lacks a permission; `detail` names it.',
    'Use a key whose role has that permission.',
  ),
  kit_not_found: entry(
    404,
    'The Kit does not exist or is not visible to the workspace.',
    'Check the Kit identifier and the key’s workspace.',
  ),
  run_not_found: entry(
    404,
    'The run does not exist or is not visible to the key.',
    'Check the run id, the workspace and the key’s environment.',
  ),
  webhook_not_found: entry(404, 'The webhook endpoint does not exist.', 'List the endpoints with GET /v1/webhooks.'),
  not_found: entry(404, 'There is nothing at this address.', 'Check the path and the id.'),
  method_not_allowed: entry(405, 'The path exists, but not with this method.', 'See the Allow header.'),
  idempotency_key_conflict: entry(
    409,
    'The Idempotency-Key was already used for a different request.',
    'Use a new key for a new request; send a retry unchanged.',
  ),
  run_not_completed: entry(
    409,
    'The run has not reached a terminal state yet.',
    'Wait until it has, then try again.',
    true,
  ),
  run_already_terminal: entry(
    409,
    'The run has already reached a terminal state.',
    'Nothing to do: the run cannot change any more.',
  ),
  conflict: entry(
    409,
    'The request conflicts with the current state; `detail` says why.',
    'Resolve the conflict, then retry.',
  ),
  gate_failed: entry(
    409,
    'The version does not pass the kit’s gate; `report` lists what is missing or too low.',
    'Evaluate it on the gate’s golden set, improve it, or publish with `force` (needs kits:force).',
  ),
  lease_lost: entry(
    409,
    'Somebody else has the review item now, or it has already been reviewed.',
    'Take the next one with POST /v1/kits/:kitId/review-queue/next.',
  ),
  payload_too_large: entry(413, 'The request body is over the limit.', 'Send a smaller body.'),
  unsupported_media_type: entry(
    415,
    'The body is not sent as application/json.',
    'Send `Content-Type: application/json`.',
  ),
  kit_input_invalid: entry(
    422,
    'The input does not match the Kit; `detail` names the field.',
    'Send what GET /v1/kits/:kitId/schema lists under `input`.',
  ),
  answers_invalid: entry(
    422,
    'An imported answer does not match the Kit version, or its evidence is not in the conversation; `detail` names the brick.',
    'Load answers of exactly this version, with verbatim slices of the conversation as evidence.',
  ),
  intake_invalid: entry(
    422,
    'The intake’s definition is invalid; `detail` names the field.',
    'Fix the named field and send it again: nothing was stored.',
  ),
  alert_invalid: entry(
    422,
    'The alert’s rule does not match its kit; `detail` says what is wrong.',
    'Fix the rule and send it again: nothing was stored.',
  ),
  golden_set_invalid: entry(
    422,
    'The golden set cannot be stored; `detail` names the lines and what is wrong with them.',
    'Fix the named lines and send the whole set again: nothing was stored.',
  ),
  review_invalid: entry(
    422,
    'A review does not match the run’s answers; `detail` names the brick and what is wrong.',
    'Fix the named review and send all of them again: none was stored.',
  ),
  webhook_url_not_public: entry(422, 'The URL’s host is not a public address.', 'Use a public host name.'),
  kit_definition_invalid: entry(
    422,
    'The kit document has errors; `faults` lists them all.',
    'Fix the listed errors and push again.',
  ),
  rate_limited: entry(
    429,
    'Too many requests.',
    'Wait for `retry_after_seconds`, then retry with the same Idempotency-Key.',
    true,
  ),
  run_request_failed: entry(
    500,
    'The run request could not be accepted.',
    'Retry with the same Idempotency-Key.',
    true,
  ),
  internal_error: entry(
    500,
    'Something unexpected went wrong in the service.',
    'Retry with backoff; if it persists, report the X-Request-Id.',
    true,
  ),
  unavailable: entry(
    503,
    'The service is starting, stopping, overloaded or cannot reach its database.',
    'Retry after `retry_after_seconds`.',
    true,
  ),
  storage_quota_exceeded: entry(
    507,
    'The workspace stores as much as its plan allows; nothing was stored.',
    'Erase runs, shorten the retention, or ask the operator for a larger plan.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
