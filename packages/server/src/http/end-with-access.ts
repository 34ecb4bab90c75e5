/**
 * A stream can last long: an export for hours, the events of a question for minutes. It ends when its caller's access ends (a key that was
 * revoked or has expired, a session that was ended, a member who was removed or has another role), in the middle, so that it is not
 * mistaken for complete.
 */
import { Readable } from 'node:stream';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyReply } from 'fastify';
import type { Principal } from '../access/principal.ts';
import type { Answer } from './route.ts';

const CHECK_MS = 1_000;

/** `whoIs`: authenticates the credentials from the beginning again. */
export function endWithAccess(
  { raw }: FastifyReply,
  { body }: Answer,
  principal: Principal,
  whoIs: () => Promise<Principal>,
): void {
  if (!(body instanceof Readable)) return;
  let isChecking = false;
  const check = async () => {
    // One at a time: a slow database does not get another query every second.
    if (isChecking) return;
    isChecking = true;
    const now = await whoIs().catch(faultOf);
    isChecking = false;
    // Ends the connection, not the stream: a stream that waits for its source would only end with its next chunk.
    if (now !== undefined && (now instanceof ServiceError || !isSameAccess(now, principal))) raw.destroy();
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  raw.once('close', () => clearInterval(timer));
}

/** An unavailable database does not mean that the caller has lost access. */
function faultOf(error: unknown): ServiceError | undefined {
  return error instanceof ServiceError && error.code !== 'unavailable' ? error : undefined;
}

function isSameAccess(now: Principal, then: Principal): boolean {
  return now.role === then.role && now.agent === then.agent && (then.hidesIdentities || !now.hidesIdentities);
}
