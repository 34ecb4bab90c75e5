/** Console sessions of members. Unlike those of keys, they end when idle and after a maximum time, and can switch the environment. */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { hashSession, type NewSession, PERSON_PREFIX } from '../session.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { Member } from './member.ts';

export interface PersonSessions {
  sessions: SessionStore;
  clock: Clock;
  /** Even if it is used all the time. */
  sessionMs: number;
}

const LONGEST_BROWSER = 200;

export async function openPersonSession(
  { sessions, clock, sessionMs }: PersonSessions,
  { workspaceId, id }: Pick<Member, 'workspaceId' | 'id'>,
  browser: string | undefined,
  providerSession?: string,
): Promise<NewSession> {
  const now = clock.now();
  const token = `${PERSON_PREFIX}${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + sessionMs);
  const isOpen = await sessions.insert({
    hash: hashSession(token),
    providerSession,
    id: newId('ses', now),
    workspaceId,
    memberId: id,
    environment: 'live',
    browser: (browser ?? 'unknown').replace(/[^\x20-\x7e]/g, '').slice(0, LONGEST_BROWSER),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  if (!isOpen) throw new ServiceError('sign_in_failed'); // Removed at this very moment.
  return { token, expiresAt };
}
