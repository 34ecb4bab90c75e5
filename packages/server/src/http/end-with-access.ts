/**
 * A stream lasts: an export for hours, the events of a question for minutes. It ends when its caller's access does (a key that was revoked or has
 * expired, a session that was ended, a member who was removed or has another role), in the middle, so that nobody takes it for whole.
 */
import { Readable } from 'node:stream';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyReply } from 'fastify';
import type { Principal } from '../access/principal.ts';
import type { Answer } from './route.ts';

const CHECK_MS = 1_000;

/** `whoIs`: the same credentials as at the beginning, once more. */
export function endWithAccess(
  { raw }: FastifyReply,
  { body }: Answer,
  principal: Principal,
  whoIs: () => Promise<Principal>,
): void {
  if (!(body instanceof Readable)) return;
  let isChecking = false;
  const check = async () => {
    // One at a time: a slow database is not asked once more for each second that it takes.
    if (isChecking) return;
    isChecking = true;
    const now = await whoIs().catch(faultOf);
    isChecking = false;
    // The connection, not the stream: one that waits for its source would end with its next word.
    if (now !== undefined && (now instanceof ServiceError || !isSameAccess(now, principal))) raw.destroy();
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  raw.once('close', () => clearInterval(timer));
}

/** That a database is away says nothing about the caller. */
function faultOf(error: unknown): ServiceError | undefined {
  return error instanceof ServiceError && error.code !== 'unavailable' ? error : undefined;
}

function isSameAccess(now: Principal, then: Principal): boolean {
  return now.role === then.role && now.agent === then.agent && (then.hidesIdentities || !now.hidesIdentities);
}
