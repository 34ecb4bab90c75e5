/**
 * Who may do what, declared once: the server checks it, the CLI, the console and the docs show it. Every caller,
 * whether a key or a signed-in person, has one role in one workspace.
 */

/** Each permission, and what it allows. An endpoint names the one it needs. */
export const PERMISSION_MEANINGS = {
  'runs:write': 'Create and cancel runs, batches and backfills.',
  'runs:read': 'Read runs, answers, reviews, insights, alerts and events of the whole workspace.',
  'runs:read_input': 'Read and search conversations, reviewers’ notes and coaching notes.',
  'runs:read_own':
    'Read one’s own calls with their answers: runs whose dimension `agent` has the value of this member or key.',
  'identities:read':
    'See people’s names, numbers and addresses. Without it, every read is masked. A workspace can remove it from any role but admin.',
  'runs:import': 'Import runs with answers from another system.',
  'runs:erase': 'Erase runs permanently.',
  'reviews:write': 'Review answers, and take items from the review queue.',
  'appeals:write': 'Appeal an answer and have it reviewed.',
  'coaching:write': 'Write and delete coaching notes about agents.',
  'views:write': 'Save and delete views.',
  'questions:read': 'Read questions across calls: their estimates, and quotes for and against.',
  'questions:write': 'Ask questions across calls, cancel and delete them.',
  'warehouse:read':
    'Export all runs with answers, evidence, reviews, notes and usage to a warehouse (`brickwork export`).',
  'warehouse:manage': 'Schedule exports to a warehouse and choose where they go.',
  'usage:read': 'Read usage, credits and spend caps.',
  'spend:manage': 'Set and delete spend caps.',
  'kits:read': 'Read kits, evaluations and regression checks.',
  'kits:write': 'Change kits, golden sets, review policies, alerts, dimensions and settings.',
  'kits:force': 'Publish a version that does not pass its gate.',
  'webhooks:manage': 'Manage webhooks and intakes.',
  'channels:manage':
    'Manage channels: who is notified of alerts, failing deliveries, spend caps and the weekly summary.',
  'keys:manage': 'Create and revoke API keys.',
  'members:provision': 'Keep members up to date from a company’s directory (SCIM).',
  'members:manage': 'Invite people, change their role, end their sessions, remove them.',
  'audit:read': 'Read, export and verify the audit log.',
} as const;

export type Permission = keyof typeof PERMISSION_MEANINGS;
export const PERMISSIONS = Object.keys(PERMISSION_MEANINGS) as [Permission, ...Permission[]];

/** The roles that a person can have. */
export const PERSON_ROLES = ['admin', 'developer', 'analyst', 'reviewer', 'viewer', 'agent'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** `runner` and `directory` are programs' roles, which make no sense for a person. */
export const ROLES = [...PERSON_ROLES, 'runner', 'directory'] as const;
export type Role = (typeof ROLES)[number];

export interface RoleDeclaration {
  /** A sentence for the person who assigns the role. */
  meaning: string;
  permissions: readonly Permission[];
}

export const ROLE_DECLARATIONS: Readonly<Record<Role, RoleDeclaration>> = {
  admin: { meaning: 'Everything, including people, keys and erasing runs.', permissions: PERMISSIONS },
  developer: {
    meaning: 'Runs, conversations, reviews, kits, webhooks, channels and intakes; no people and no keys.',
    permissions: [
      'runs:write',
      'runs:read',
      'runs:read_input',
      'runs:import',
      'identities:read',
      'reviews:write',
      'views:write',
      'questions:read',
      'questions:write',
      'warehouse:read',
      'usage:read',
      'kits:read',
      'kits:write',
      'webhooks:manage',
      'channels:manage',
    ],
  },
  runner: {
    meaning: 'Creates runs and reads results; sees no conversations.',
    permissions: ['runs:write', 'runs:read', 'identities:read', 'usage:read', 'kits:read'],
  },
  directory: {
    meaning: 'Adds, changes and deactivates members by SCIM; sees nothing else.',
    permissions: ['members:provision'],
  },
  viewer: {
    meaning: 'Reads results, insights, usage and kits; sees no conversations.',
    permissions: ['runs:read', 'identities:read', 'questions:read', 'usage:read', 'kits:read'],
  },
  reviewer: {
    meaning: 'Reads conversations and answers, and reviews them.',
    permissions: [
      'runs:read',
      'runs:read_input',
      'identities:read',
      'reviews:write',
      'views:write',
      'questions:read',
      'kits:read',
    ],
  },
  analyst: {
    meaning: 'Reads, reviews and exports conversations and answers; views, insights and usage.',
    permissions: [
      'runs:read',
      'runs:read_input',
      'identities:read',
      'reviews:write',
      'coaching:write',
      'views:write',
      'questions:read',
      'questions:write',
      'warehouse:read',
      'usage:read',
      'kits:read',
    ],
  },
  agent: {
    meaning: 'Sees only their own calls and scores, and can appeal an answer.',
    permissions: ['runs:read_own', 'identities:read', 'appeals:write'],
  },
};

export const ROLE_PERMISSIONS = Object.fromEntries(
  ROLES.map((role) => [role, ROLE_DECLARATIONS[role].permissions]),
) as Readonly<Record<Role, readonly Permission[]>>;

export const ROLE_MEANINGS = Object.fromEntries(
  ROLES.map((role) => [role, ROLE_DECLARATIONS[role].meaning]),
) as Readonly<Record<Role, string>>;

/** Roles from which a workspace can remove `identities:read`. */
export const MASKABLE_ROLES = [
  'developer',
  'runner',
  'viewer',
  'reviewer',
  'analyst',
  'agent',
] as const satisfies readonly Role[];

/** The dimension that says whose call a run is. */
export const AGENT_DIMENSION = 'agent';
