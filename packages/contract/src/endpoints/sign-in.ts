import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { PERSON_ROLES } from '../roles.ts';
import { member } from './members.ts';

export const ID_PREFIXES = ['lnk'] as const;

const personRole = z.enum(PERSON_ROLES);

export const SIGN_IN_FAILURES = [
  'unreachable',
  'clock',
  'expired',
  'refused',
  'no_email',
  'unverified',
  'no_groups',
  'no_access',
  'failed',
] as const;

export const signInProvider = z
  .object({
    configured: z.boolean().describe('Whether BRICKWORK_OIDC_ISSUER is set.'),
    label: z.string().optional().describe('What the sign-in button calls it.'),
    issuer: z.string().optional(),
    redirect_uri: z.string().optional().describe('To be registered at the provider.'),
    logout_uri: z.string().optional().describe('For the provider’s back-channel logout.'),
    scim_url: z.string().optional().describe('For a directory, with a key of the role `directory`.'),
    groups: z
      .array(z.object({ group: z.string(), role: personRole }))
      .optional()
      .describe('The roles that groups give in this workspace; the first match counts.'),
    last_success_at: timestamp.optional().describe('When somebody last signed in with it, in any workspace.'),
    last_failure: z
      .object({ reason: z.enum(SIGN_IN_FAILURES), at: timestamp })
      .optional()
      .describe('Why the last attempt failed; the log of the service has the details.'),
    link_requests: z.number().int().optional().describe('How many are waiting for an admin or the member.'),
  })
  .meta({ id: 'SignInProvider' });

export const linkRequest = z
  .object({
    id: z.string().describe('`lnk_…`'),
    member: z
      .object({ id: z.string(), email: z.string(), name: z.string(), role: personRole })
      .describe('The member who has the address of the account.'),
    issuer: z.string(),
    subject: z.string().describe('The account at the provider.'),
    name: z.string().describe('The name of the account at the provider.'),
    role: personRole.describe('The role from the account’s groups; the member gets it with the approval.'),
    agent: z.string().optional(),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'LinkRequest' });

const linkExample = {
  id: 'lnk_01jcq8v5h3m8e7x2k9n4b6c1d0',
  member: {
    id: 'mem_01jcq8v5h3m8e7x2k9n4b6c1d0',
    email: 'maya@example.com',
    name: 'Maya K.',
    role: 'reviewer',
  },
  issuer: 'https://login.example.com',
  subject: '00u1a2b3c4',
  name: 'Maya Keller',
  role: 'reviewer',
  created_at: '2026-11-15T08:30:00.000Z',
  expires_at: '2026-11-22T08:30:00.000Z',
} as const;

const common = { tag: 'Members', limit: 'read', access: 'members:manage' } as const;
const linkId = z.object({ linkId: z.string() });

export const getSignInProvider = defineEndpoint({
  ...common,
  id: 'getSignInProvider',
  sdk: 'signIn.provider',
  method: 'GET',
  path: '/v1/sign-in-provider',
  summary: 'Show how sign-in with the identity provider is set up, and its last results',
  responses: {
    200: {
      description: 'The settings of the provider without its secret, and the last outcomes.',
      schema: signInProvider,
      example: {
        configured: true,
        label: 'Example Corp',
        issuer: 'https://login.example.com',
        redirect_uri: 'https://calls.example.com/console/oidc/callback',
        logout_uri: 'https://calls.example.com/console/oidc/logout',
        scim_url: 'https://calls.example.com/scim/v2',
        groups: [{ group: 'qa-leads', role: 'admin' }],
        last_success_at: '2026-11-16T09:00:00.000Z',
        last_failure: { reason: 'no_groups', at: '2026-11-16T08:58:00.000Z' },
        link_requests: 1,
      },
    },
  },
});

export const listLinkRequests = defineEndpoint({
  ...common,
  id: 'listLinkRequests',
  sdk: 'signIn.linkRequests',
  method: 'GET',
  path: '/v1/link-requests',
  summary: 'Requests to link accounts at the identity provider to members',
  description:
    'Somebody signed in at the provider with the verified address of a member who does not sign in with that account. The member can confirm it with their own password and code; or an admin approves it here.',
  responses: {
    200: {
      description: 'Newest first; at most 200.',
      schema: z.object({ data: z.array(linkRequest) }),
      example: { data: [linkExample] },
    },
  },
});

export const approveLinkRequest = defineEndpoint({
  ...common,
  id: 'approveLinkRequest',
  sdk: 'signIn.approveLink',
  method: 'POST',
  path: '/v1/link-requests/:linkId/approve',
  summary: 'Link the account to the member',
  description:
    'The member signs in with the provider from then on, with the role of their groups; their password, codes and sessions stop working. Approve only if the account belongs to the same person. 409 if it would leave the workspace without an admin.',
  params: linkId,
  audit: {
    action: 'member.linked',
    meaning: 'A member was linked to an account at the identity provider, confirmed by the member or an admin.',
  },
  responses: {
    200: {
      description: 'The member.',
      schema: member,
      example: { ...linkExample.member, signs_in_by: 'provider', created_at: '2026-11-15T08:30:00.000Z' },
    },
  },
  errors: ['not_found', 'conflict'],
});

export const refuseLinkRequest = defineEndpoint({
  ...common,
  id: 'refuseLinkRequest',
  sdk: 'signIn.refuseLink',
  method: 'DELETE',
  path: '/v1/link-requests/:linkId',
  summary: 'Refuse to link the account',
  description: 'The member is unchanged. The next sign-in at the provider creates a new request.',
  params: linkId,
  audit: { action: 'member.link_refused', meaning: 'An account at the identity provider was not linked to a member.' },
  responses: {
    200: {
      description: 'Refused.',
      schema: z.object({ id: z.string(), refused: z.literal(true) }),
      example: { id: linkExample.id, refused: true },
    },
  },
  errors: ['not_found'],
});
