/**
 * Answers that earlier questions already have: the local engine gives the same answer to the same question about the same call, so no call
 * is read twice for it.
 */
import { createHash } from 'node:crypto';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';

/**
 * What an answer depends on in addition to the call and its kit version. `reading`: the engine with its weights, and the workspace's
 * settings for speakers and languages.
 */
export function signatureOf({ question, type, categories, min, max }: AskedQuestion, reading: string): string {
  return createHash('sha256')
    .update(JSON.stringify([reading, question, type, categories ?? null, min ?? null, max ?? null]))
    .digest('base64url');
}
