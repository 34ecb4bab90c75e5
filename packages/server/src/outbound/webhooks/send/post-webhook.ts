/** Sends an event to its receiver; at most 16 KiB of the response are stored. */

import type { SendRequest } from '../../../core/outbound.ts';
import type { PostWebhook } from '../deliver.ts';

const KEPT_BYTES = 16 * 1024;

export function createPostWebhook(send: SendRequest): PostWebhook {
  return (url, headers, body, signal, owner) =>
    send({ method: 'POST', url, headers, body, mostBytes: KEPT_BYTES }, signal, owner);
}
