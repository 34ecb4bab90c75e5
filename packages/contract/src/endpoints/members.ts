import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { agentValue, cleanText, timestamp } from '../fields.ts';
import { PERSON_ROLES } from '../roles.ts';
import { ENVIRONMENTS } from '../vocabulary.ts';

export const ID_PREFIXES = ['mem', 'inv', 'ses'] as const;

const personRole = z.enum(PERSON_ROLES);
const email = z.email('must be an e-mail address').max(254);

export const member = z
  .object({
    id: z.string().describe('`mem_…`'),
    email: z.string(),
    name: z.string(),
    role: personRole,
    agent: z.string().optional().describe('With the role `agent`: whose calls they see.'),
    signs_in_by: z
      .enum(['password', 'provider'])
      .optional()
      .describe('Absent while a reset waits for new credentials. `provider`: role and access come from its groups.'),
    created_at: timestamp,
    last_seen_at: timestamp.optional().describe('Written at most once a minute.'),
  })
  .meta({ id: 'Member' });

export const memberSession = z
  .object({
    id: z.string().describe('`ses_…`'),
    environment: z.enum(ENVIRONMENTS),
    browser: z.string().describe('The browser’s user agent.'),
    created_at: timestamp,
    last_used_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'MemberSession' });

export const invitation = z
  .object({
    id: z.string().describe('`inv_…`'),
    email: z.string(),
    role: personRole,
    agent: z.string().optional(),
    member_id: z.string().optional().describe('It gives this member a new password and new codes.'),
    invited_by: actor,
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' });

export const shownInvitation = invitation
  .extend({
    link: z
      .string()
      .describe(
        'Shown once. Begins with BRICKWORK_PUBLIC_URL if that is set, else with /console. Send it only to the person it is for.',
      ),
  })
  .meta({ id: 'ShownInvitation' });

export const inviteBody = z.strictObject({
  email,
  role: personRole,
  agent: agentValue
    .optional()
    .describe('Needed by the role `agent`: the value of the dimension `agent` whose calls they see.'),
});

export const changeMemberBody = z
  .strictObject({ name: cleanText(100).optional(), role: personRole.optional(), agent: agentValue.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'has nothing to change');

const memberExample = {
  id: 'mem_01jcq8v5h3m8e7x2k9n4b6c1d0',
  email: 'maya@example.com',
  name: 'Maya K.',
  role: 'reviewer',
  signs_in_by: 'password',
  created_at: '2026-11-15T08:30:00.000Z',
  last_seen_at: '2026-11-16T09:00:00.000Z',
} as const;
const invitationExample = {
  id: 'inv_01jcq8v5h3m8e7x2k9n4b6c1d0',
  email: 'tom@example.com',
  role: 'agent',
  agent: 'Tom B.',
  invited_by: { kind: 'person', id: memberExample.id, name: memberExample.name },
  created_at: '2026-11-15T08:30:00.000Z',
  expires_at: '2026-11-22T08:30:00.000Z',
} as const;
const shownExample = {
  ...invitationExample,
  link: 'https://calls.example.com/console/invitation#4kQh2v9ZbE1xX0o7fJ8mWc5tYp3sRd6uLgAiNeTq1Ho',
};

const common = { tag: 'Members', limit: 'read', access: 'members:manage' } as const;
const memberId = z.object({ memberId: z.string() });

export const listMembers = defineEndpoint({
  ...common,
  id: 'listMembers',
  sdk: 'members.list',
  method: 'GET',
  path: '/v1/members',
  summary: 'List the people of the workspace',
  responses: {
    200: {
      description: 'By e-mail; a workspace has 1,000 members at most.',
      schema: z.object({ data: z.array(member) }),
      example: { data: [memberExample] },
    },
  },
});

export const changeMember = defineEndpoint({
  ...common,
  id: 'changeMember',
  sdk: 'members.change',
  method: 'PATCH',
  path: '/v1/members/:memberId',
  summary: 'Change somebody’s role or name',
  description:
    'Their sessions end immediately, on every node. The last admin cannot be changed. Roles of people who sign in with a provider come from their groups.',
  params: memberId,
  body: changeMemberBody,
  bodyExample: { role: 'analyst' },
  audit: { action: 'member.changed', meaning: 'A member’s role or name was changed.' },
  responses: { 200: { description: 'The member.', schema: member, example: { ...memberExample, role: 'analyst' } } },
  errors: ['not_found', 'conflict'],
});

export const removeMember = defineEndpoint({
  ...common,
  id: 'removeMember',
  sdk: 'members.remove',
  method: 'DELETE',
  path: '/v1/members/:memberId',
  summary: 'Remove somebody from the workspace',
  description:
    'Their sessions end immediately and their credentials are deleted. Records of what they did keep their name. API keys that they created are revoked. The last admin cannot be removed.',
  params: memberId,
  audit: { action: 'member.removed', meaning: 'A member was removed.' },
  responses: {
    200: {
      description: 'Removed.',
      schema: z.object({ id: z.string(), removed: z.literal(true) }),
      example: { id: memberExample.id, removed: true },
    },
  },
  errors: ['not_found', 'conflict'],
});

export const resetMember = defineEndpoint({
  ...common,
  id: 'resetMember',
  sdk: 'members.reset',
  method: 'POST',
  path: '/v1/members/:memberId/reset',
  summary: 'Let somebody choose a new password and new codes',
  description:
    'For a lost phone or a forgotten password. The old password, codes and sessions stop working immediately; the link works once, for a day.',
  params: memberId,
  audit: {
    action: 'member.reset',
    meaning: 'A member’s password and codes were revoked, and a link for new ones was created.',
  },
  responses: {
    201: {
      description: 'The link.',
      schema: shownInvitation,
      example: { ...shownExample, member_id: memberExample.id },
    },
  },
  errors: ['not_found', 'conflict'],
});

export const listMemberSessions = defineEndpoint({
  ...common,
  id: 'listMemberSessions',
  sdk: 'members.sessions',
  method: 'GET',
  path: '/v1/members/:memberId/sessions',
  summary: 'List where somebody is signed in',
  params: memberId,
  responses: {
    200: {
      description: 'The most recently used first; at most 20.',
      schema: z.object({ data: z.array(memberSession) }),
      example: {
        data: [
          {
            id: 'ses_01jcq8v5h3m8e7x2k9n4b6c1d0',
            environment: 'live',
            browser: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
            created_at: '2026-11-15T08:30:00.000Z',
            last_used_at: '2026-11-16T09:00:00.000Z',
            expires_at: '2026-11-22T08:30:00.000Z',
          },
        ],
      },
    },
  },
  errors: ['not_found'],
});

export const endMemberSessions = defineEndpoint({
  ...common,
  id: 'endMemberSessions',
  sdk: 'members.endSessions',
  method: 'DELETE',
  path: '/v1/members/:memberId/sessions',
  summary: 'Sign somebody out everywhere',
  params: memberId,
  audit: { action: 'member.signed_out', meaning: 'All sessions of a member were ended.' },
  responses: {
    200: {
      description: 'Ended, on every node.',
      schema: z.object({ id: z.string(), ended: z.number().int() }),
      example: { id: memberExample.id, ended: 2 },
    },
  },
  errors: ['not_found'],
});

export const listInvitations = defineEndpoint({
  ...common,
  id: 'listInvitations',
  sdk: 'members.invitations',
  method: 'GET',
  path: '/v1/invitations',
  summary: 'List open invitations',
  responses: {
    200: {
      description: 'Newest first; the links themselves are never shown again.',
      schema: z.object({ data: z.array(invitation) }),
      example: { data: [invitationExample] },
    },
  },
});

export const createInvitation = defineEndpoint({
  ...common,
  id: 'createInvitation',
  sdk: 'members.invite',
  method: 'POST',
  path: '/v1/invitations',
  summary: 'Invite somebody',
  description:
    'Only this response shows the link; the service does not send e-mail. It works once, for seven days. Inviting the same address again replaces it.',
  body: inviteBody,
  bodyExample: { email: 'tom@example.com', role: 'agent', agent: 'Tom B.' },
  audit: { action: 'member.invited', meaning: 'Somebody was invited, or an earlier invitation was replaced.' },
  responses: { 201: { description: 'The invitation.', schema: shownInvitation, example: shownExample } },
  errors: ['conflict'],
});

export const revokeInvitation = defineEndpoint({
  ...common,
  id: 'revokeInvitation',
  sdk: 'members.revokeInvitation',
  method: 'DELETE',
  path: '/v1/invitations/:invitationId',
  summary: 'Revoke an invitation',
  params: z.object({ invitationId: z.string() }),
  audit: { action: 'invitation.revoked', meaning: 'An invitation was revoked.' },
  responses: {
    200: {
      description: 'The link no longer works.',
      schema: z.object({ id: z.string(), revoked: z.literal(true) }),
      example: { id: invitationExample.id, revoked: true },
    },
  },
  errors: ['not_found'],
});
