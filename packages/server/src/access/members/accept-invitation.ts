/**
 * Accepting an invitation, or new credentials after a reset: the holder of the link sees the account, sets up an authenticator app, chooses
 * a password and proves with a code that the app works. The app's secret is derived from the link, so nothing is stored until the link is
 * used.
 */
import { hkdfSync } from 'node:crypto';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { SecretBox, Secrets } from '../../core/secret-box.ts';
import type { MemberStore, OpenInvitation } from '../store/member-store.ts';
import { checkPassword } from './check-password.ts';
import { hashToken } from './manage-members.ts';
import type { Invitation, Member } from './member.ts';
import { type CodeSetup, setUpCodes, stepOfCode } from './one-time-code.ts';
import type { Passwords } from './password.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

export interface AcceptInvitation {
  members: MemberStore;
  passwords: Passwords;
  recovery: RecoveryCodes;
  box: SecretBox;
  secrets: Secrets;
  clock: Clock;
}

export interface Acceptance {
  name: string;
  password: string;
  code: string;
}

export interface SeenInvitation {
  invitation: Invitation;
  workspaceName: string;
  codes: CodeSetup;
}

export async function lookAtInvitation(deps: AcceptInvitation, token: string): Promise<SeenInvitation> {
  const { invitation, workspaceName } = await requireOpen(deps, token);
  const codes = setUpCodes(codeSecretOf(deps.secrets[0], token), { workspace: workspaceName, email: invitation.email });
  return { invitation, workspaceName, codes };
}

export async function acceptInvitation(
  deps: AcceptInvitation,
  token: string,
  { name, password, code }: Acceptance,
): Promise<{ member: Member; recoveryCodes: string[] }> {
  const { invitation, workspaceName } = await requireOpen(deps, token);
  await checkPassword(password, [invitation.email, name, workspaceName, 'brickwork']);
  const now = deps.clock.now();
  // During a rotation, the page may come from a node with a different first secret.
  const proofs = deps.secrets.flatMap((each) => {
    const secret = codeSecretOf(each, token);
    const step = stepOfCode(secret, code.replace(/\s/g, ''), now, 0);
    return step === undefined ? [] : [{ secret, step }];
  });
  const [proof] = proofs;
  if (proof === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'code: is not the one the app shows now. Check your phone’s clock and type the next code.',
    });
  const id = invitation.memberId ?? newId('mem', now);
  const recovery = deps.recovery.make(id);
  const credentials = {
    password: await deps.passwords.hash(password),
    codeSecret: deps.box.seal(proof.secret, id),
    codeStep: proof.step,
    recovery,
  };
  const accepted = await deps.members.accept(hashToken(token), { id, name }, credentials, now);
  if (accepted === 'gone') throw noSuchInvitation();
  if (accepted === 'is_member')
    throw new ServiceError('conflict', { detail: `${invitation.email} is already a member. Sign in instead.` });
  return { member: accepted, recoveryCodes: recovery.codes };
}

async function requireOpen({ members, clock }: AcceptInvitation, token: string): Promise<OpenInvitation> {
  const open = await members.findInvitation(hashToken(token), clock.now());
  if (open === undefined) throw noSuchInvitation();
  return open;
}

function codeSecretOf(secret: Buffer, token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, hashToken(token), 'brickwork one-time codes', 20));
}

function noSuchInvitation(): ServiceError {
  return new ServiceError('not_found', {
    detail: 'This link was used, revoked or has expired. Ask an admin of the workspace for a new one.',
  });
}
