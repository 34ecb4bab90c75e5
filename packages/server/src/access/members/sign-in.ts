/**
 * Signing in with e-mail, password and code. The same message and the same work for every failure, so nobody learns which addresses belong
 * to members. Failures are limited per address, per account and address, and per account: wrong codes after the right password are limited
 * strictly, because they require the password; wrong passwords from many addresses cause a wait of one minute, so that strangers cannot
 * lock a person out for long. Each node counts separately.
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
import type { RecoveryCodes } from './recovery-codes.ts';

export interface SignIn {
  members: MemberStore;
  passwords: Passwords;
  box: SecretBox;
  recovery: RecoveryCodes;
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
    await deps.failures.count(address, account, isRight ? 'code' : 'password');
    throw new ServiceError('sign_in_failed');
  }
  await deps.failures.clear(account);
  return member;
}

async function withCode(
  { members, box, recovery, clock }: SignIn,
  found: Awaited<ReturnType<MemberStore['credentialsOf']>>,
  code: string,
): Promise<Member | undefined> {
  if (found === undefined) return undefined;
  const { member, credentials } = found;
  const hashes = recovery.hashesOf(member.id, credentials.recoveryKey, code);
  if (hashes !== undefined) return (await members.useRecoveryCode(member, hashes)) ? member : undefined;
  const secret = box.open(credentials.codeSecret, member.id);
  if (secret === undefined) return undefined; // Sealed with another BRICKWORK_SECRET: only a reset helps.
  const step = stepOfCode(secret, code.replace(/\s/g, ''), clock.now(), credentials.codeStep);
  return step !== undefined && (await members.useCode(member, step)) ? member : undefined;
}

export interface SignInFailures {
  /** Throws if there were too many. */
  check(address: string, account: string): Promise<void>;
  /** `code`: the password was right. */
  count(address: string, account: string, wrong?: 'password' | 'code'): Promise<void>;
  /** Somebody came in. */
  clear(account: string): Promise<void>;
}

const WINDOW_SECONDS = 15 * 60;
const CODE_WINDOW_SECONDS = 3_600;
/** Many addresses together are needed to reach it, and they gain only a minute. */
const PASSWORDS_PER_ACCOUNT = 100;
const ACCOUNT_WAIT_SECONDS = 60;

export function createSignInFailures({ perAccount = 10, perAddress = 60 } = {}): SignInFailures {
  const ofBoth = (address: string, account: string) => `${networkOf(address)} ${account}`;
  const ofAccount = (_address: string, account: string) => account;
  const limits = [
    { of: ofBoth, limiter: limiterOf(perAccount, WINDOW_SECONDS) },
    { of: networkOf, limiter: limiterOf(perAddress, WINDOW_SECONDS) },
  ];
  const codes = { of: ofAccount, limiter: limiterOf(perAccount, CODE_WINDOW_SECONDS) };
  const passwords = { of: ofAccount, limiter: limiterOf(PASSWORDS_PER_ACCOUNT, ACCOUNT_WAIT_SECONDS) };
  return {
    async check(address, account) {
      for (const { of, limiter } of [...limits, codes, passwords]) {
        const state = await limiter.get(of(address, account));
        if (state === null || state.consumedPoints < limiter.points) continue;
        const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
        throw new ServiceError('sign_in_failed', {
          detail: `Too many attempts failed. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`,
          retryAfterSeconds,
        });
      }
    },
    async count(address, account, wrong) {
      for (const { of, limiter } of limits) await limiter.penalty(of(address, account));
      if (wrong === 'code') await codes.limiter.penalty(account);
      if (wrong === 'password') await passwords.limiter.penalty(account);
    },
    async clear(account) {
      await codes.limiter.delete(account);
    },
  };
}

function limiterOf(points: number, duration: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration });
}
