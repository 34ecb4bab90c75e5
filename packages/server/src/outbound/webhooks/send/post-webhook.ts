/** Sends an event to its receiver; at most 16 KiB of the response are stored. */

import type { Post, SendRequest } from '../../../core/outbound.ts';

const KEPT_BYTES = 16 * 1024;

export function createPostWebhook(send: SendRequest): Post {
  return (url, headers, body, signal, owner) =>
    send({ method: 'POST', url, headers, body, mostBytes: KEPT_BYTES }, signal, owner);
}
