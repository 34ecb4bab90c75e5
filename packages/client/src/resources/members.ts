import type { CallOptions, Transport } from '../transport.ts';
import type {
  ChangeMemberRequest,
  Invitation,
  InviteRequest,
  Member,
  MemberSession,
  ShownInvitation,
} from '../wire/member.ts';

export type MembersResource = ReturnType<typeof membersResource>;

/** The people of the workspace. */
export function membersResource(transport: Transport) {
  const pathOf = (id: string) => `/v1/members/${encodeURIComponent(id)}`;
  return {
    list: async (options?: CallOptions): Promise<Member[]> =>
      (await transport.send<{ data: Member[] }>({ method: 'GET', path: '/v1/members' }, options)).body.data,

    /** Ends their sessions. */
    change: async (id: string, change: ChangeMemberRequest, options?: CallOptions): Promise<Member> =>
      (await transport.send<Member>({ method: 'PATCH', path: pathOf(id), body: change }, options)).body,

    remove: async (id: string, options?: CallOptions): Promise<{ id: string; removed: true }> =>
      (await transport.send<{ id: string; removed: true }>({ method: 'DELETE', path: pathOf(id) }, options)).body,

    /** A link for a new password and new codes; the old ones and all sessions end at once. */
    reset: async (id: string, options?: CallOptions): Promise<ShownInvitation> =>
      (await transport.send<ShownInvitation>({ method: 'POST', path: `${pathOf(id)}/reset` }, options)).body,

    sessions: async (id: string, options?: CallOptions): Promise<MemberSession[]> =>
      (await transport.send<{ data: MemberSession[] }>({ method: 'GET', path: `${pathOf(id)}/sessions` }, options)).body
        .data,

    endSessions: async (id: string, options?: CallOptions): Promise<{ id: string; ended: number }> =>
      (
        await transport.send<{ id: string; ended: number }>(
          { method: 'DELETE', path: `${pathOf(id)}/sessions` },
          options,
        )
      ).body,

    /** Those that nobody has accepted yet. */
    invitations: async (options?: CallOptions): Promise<Invitation[]> =>
      (await transport.send<{ data: Invitation[] }>({ method: 'GET', path: '/v1/invitations' }, options)).body.data,

    /** The link is in the answer and nowhere else. */
    invite: async (request: InviteRequest, options?: CallOptions): Promise<ShownInvitation> =>
      (await transport.send<ShownInvitation>({ method: 'POST', path: '/v1/invitations', body: request }, options)).body,

    revokeInvitation: async (id: string, options?: CallOptions): Promise<{ id: string; revoked: true }> =>
      (
        await transport.send<{ id: string; revoked: true }>(
          { method: 'DELETE', path: `/v1/invitations/${encodeURIComponent(id)}` },
          options,
        )
      ).body,
  };
}
