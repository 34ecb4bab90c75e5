import type { ChangeMemberRequest, InviteRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export { type Invitation, type Member, PERSON_ROLES, type PersonRole, ROLE_MEANINGS } from '@brickwork/client';

export function useMembers() {
  const client = useClient();
  return useQuery({ queryKey: ['members'], queryFn: ({ signal }) => client.members.list({ signal }) });
}

export function useInvitations() {
  const client = useClient();
  return useQuery({ queryKey: ['invitations'], queryFn: ({ signal }) => client.members.invitations({ signal }) });
}

export function useMemberSessions(memberId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['members', memberId, 'sessions'],
    queryFn: ({ signal }) => client.members.sessions(memberId, { signal }),
  });
}

export function useInvite() {
  const client = useClient();
  return useChange((request: InviteRequest) => client.members.invite(request));
}

export function useRevokeInvitation() {
  const client = useClient();
  return useChange((id: string) => client.members.revokeInvitation(id));
}

export function useChangeMember() {
  const client = useClient();
  return useChange(({ id, change }: { id: string; change: ChangeMemberRequest }) => client.members.change(id, change));
}

export function useRemoveMember() {
  const client = useClient();
  return useChange((id: string) => client.members.remove(id));
}

export function useResetMember() {
  const client = useClient();
  return useChange((id: string) => client.members.reset(id));
}

export function useEndSessions() {
  const client = useClient();
  return useChange((id: string) => client.members.endSessions(id));
}

function useChange<Request, Answer>(mutationFn: (request: Request) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['members'] }),
        queries.invalidateQueries({ queryKey: ['invitations'] }),
      ]),
  });
}
