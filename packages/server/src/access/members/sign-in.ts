/**
 * Signing in with e-mail, password and code. One sentence for whatever is wrong, after the same work: nobody learns which addresses are
 * members'. Failures are limited per account and address of the caller, and per address; a lock of the account alone would let anybody lock
 * somebody out. With several nodes each counts for itself.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../../core/clock.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { networkOf } from '../network-of.ts';
import type { MemberStore } from '../store/member-store.ts';
import { emailOf, type Member } from './member.ts';
import { stepOfCode } from './one-time-code.ts';
import type { Passwords } from './password.ts';

export interface SignIn {
  members: MemberStore;
  passwords: Passwords;
  box: SecretBox;
  clock: Clock;
  failures: SignInFailures;
}

export interface SignInRequest {
  workspace: string;
  email: string;
  password: string;
  code: string;
}

export async function signIn(deps: SignIn, request: SignInRequest, address: string): Promise<Member> {
  const email = emailOf(request.email);
  const account = `${request.workspace}/${email}`;
  await deps.failures.check(address, account);
  const found = await deps.members.credentialsOf(request.workspace, email);
  const isRight = await deps.passwords.isRight(found?.credentials.password, request.password);
  const member = isRight ? await withCode(deps, found, request.code) : undefined;
  if (member === undefined) {
    await deps.failures.count(address, account);
    throw new ServiceError('sign_in_failed');
  }
  return member;
}

async function withCode(
  { members, box, clock }: SignIn,
  found: Awaited<ReturnType<MemberStore['credentialsOf']>>,
  code: string,
): Promise<Member | undefined> {
  if (found === undefined) return undefined;
  const { member, credentials } = found;
  const secret = box.open(credentials.codeSecret, member.id);
  if (secret === undefined) return undefined; // Sealed with another BRICKWORK_SECRET: only a reset helps.
  const step = stepOfCode(secret, code.replace(/\s/g, ''), clock.now(), credentials.codeStep);
  return step !== undefined && (await members.useCode(member, step)) ? member : undefined;
}

export interface SignInFailures {
  /** Throws while there were too many. */
  check(address: string, account: string): Promise<void>;
  count(address: string, account: string): Promise<void>;
}

const WINDOW_SECONDS = 15 * 60;

export function createSignInFailures({ perAccount = 10, perAddress = 60 } = {}): SignInFailures {
  const limits = [
    { of: (address: string, account: string) => `${networkOf(address)} ${account}`, limiter: limiterOf(perAccount) },
    { of: networkOf, limiter: limiterOf(perAddress) },
  ];
  return {
    async check(address, account) {
      for (const { of, limiter } of limits) {
        const state = await limiter.get(of(address, account));
        if (state === null || state.consumedPoints < limiter.points) continue;
        const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
        throw new ServiceError('sign_in_failed', {
          detail: `Too many attempts failed. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`,
          retryAfterSeconds,
        });
      }
    },
    async count(address, account) {
      for (const { of, limiter } of limits) await limiter.penalty(of(address, account));
    },
  };
}

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}
