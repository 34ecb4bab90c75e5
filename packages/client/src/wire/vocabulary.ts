/** Generated from the contract by `npm run generate`: change the schema there. */

export type RunStatus = 'processing' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Dimensions that every workspace has, with the metadata keys of the same names. */
export const DEFAULT_DIMENSIONS = ['agent', 'team', 'channel', 'customer'] as const;
export type DefaultDimension = (typeof DEFAULT_DIMENSIONS)[number];

/** A status that never changes again. */
export const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** What a request may ask for. */
export type NewRunType = 'api' | 'sandbox';

export type RunType = 'api' | 'sandbox' | 'backfill';

export type RunMode = 'async' | 'sync';

export type RecordingStatus = 'uploading' | 'running' | 'succeeded' | 'failed';

/** Who speaks on a channel of a recording. */
export type ChannelSide = 'agent' | 'customer' | 'unknown';

export type BackfillStatus = 'running' | 'succeeded' | 'capped' | 'cancelled' | 'failed';

/** Of work in the background: evaluations and learnings. */
export type WorkStatus = 'running' | 'succeeded' | 'failed' | 'cancelled';

/** What became of one brick when its kit learned. */
export type BrickLearningStatus =
  | 'ready'
  | 'learned'
  | 'not_better'
  | 'too_few_labels'
  | 'one_answer_only'
  | 'no_classes';

export type ContrastStatus = 'running' | 'succeeded' | 'failed';

export type QuestionStatus = 'running' | 'enough' | 'complete' | 'capped' | 'cancelled' | 'failed';

/** What a question across calls asks for. */
export type QuestionType = 'boolean' | 'categorical' | 'numeric' | 'text' | 'themes';

export type ErasureStatus = 'running' | 'succeeded' | 'cancelled';

export type BrickType = 'numeric' | 'boolean' | 'categorical' | 'text';

export type KitStatus = 'draft' | 'published' | 'archived';

export type Environment = 'live' | 'test';

/** What the audit log records. */
export const AUDIT_ACTIONS = [
  'alert.deleted',
  'alert.saved',
  'audit.accepted',
  'audit.exported',
  'audit.pruned',
  'audit.started',
  'backfill.cancelled',
  'backfill.started',
  'backup.restored',
  'backup.written',
  'calibration.closed',
  'calibration.deleted',
  'calibration.started',
  'canary.deleted',
  'canary.saved',
  'channel.deleted',
  'channel.saved',
  'coaching_note.deleted',
  'coaching_note.written',
  'contrast.asked',
  'contrast.deleted',
  'conversation.read',
  'deliveries.recovered',
  'delivery.replayed',
  'destination.deleted',
  'destination.replayed',
  'destination.saved',
  'dimension.deleted',
  'dimension.saved',
  'directory.changed',
  'erasure.cancelled',
  'erasure.started',
  'evaluation.cancelled',
  'evaluation.started',
  'golden_set.deleted',
  'golden_set.read',
  'golden_set.saved',
  'intake.deleted',
  'intake.delivery_erased',
  'intake.replayed',
  'intake.saved',
  'intake.secret_rotated',
  'invitation.revoked',
  'key.created',
  'key.revoked',
  'key.signed_in',
  'kit.archived',
  'kit.published',
  'kit.published_by_force',
  'kit.pushed',
  'learning.cancelled',
  'learning.started',
  'member.changed',
  'member.invited',
  'member.joined',
  'member.kept',
  'member.link_refused',
  'member.link_requested',
  'member.linked',
  'member.recovery_code_used',
  'member.removed',
  'member.reset',
  'member.signed_in',
  'member.signed_out',
  'permission.refused',
  'plan.changed',
  'question.asked',
  'question.judged',
  'question.removed',
  'recording.created',
  'recording.deleted',
  'recording.played',
  'reporting.granted',
  'reporting.revoked',
  'retention.changed',
  'review_policy.deleted',
  'review_policy.saved',
  'review_queue.added',
  'reviews.exported',
  'run.erased',
  'runs.cancelled',
  'runs.exported',
  'runs.imported',
  'settings.changed',
  'shadow.saved',
  'shadow.stopped',
  'speakers.changed',
  'spend_cap.deleted',
  'spend_cap.saved',
  'view.deleted',
  'view.saved',
  'warehouse.exported',
  'warehouse_export.deleted',
  'warehouse_export.saved',
  'webhook.deleted',
  'webhook.disabled',
  'webhook.enabled',
  'webhook.saved',
  'webhook.secret_rotated',
  'workspace.created',
  'workspace.exported',
  'workspace.imported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type Permission =
  | 'runs:write'
  | 'runs:read'
  | 'runs:read_input'
  | 'runs:read_own'
  | 'identities:read'
  | 'runs:import'
  | 'runs:erase'
  | 'reviews:write'
  | 'appeals:write'
  | 'coaching:write'
  | 'views:write'
  | 'questions:read'
  | 'questions:write'
  | 'warehouse:read'
  | 'warehouse:manage'
  | 'usage:read'
  | 'spend:manage'
  | 'kits:read'
  | 'kits:write'
  | 'kits:force'
  | 'webhooks:manage'
  | 'channels:manage'
  | 'keys:manage'
  | 'members:provision'
  | 'members:manage'
  | 'audit:read';

export const ROLES = ['admin', 'developer', 'analyst', 'reviewer', 'viewer', 'agent', 'runner', 'directory'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  admin: 'Everything, including people, keys and erasing runs.',
  developer: 'Runs, conversations, reviews, kits, webhooks, channels and intakes; no people and no keys.',
  analyst: 'Reads, reviews and exports conversations and answers; views, insights and usage.',
  reviewer: 'Reads conversations and answers, and reviews them.',
  viewer: 'Reads results, insights, usage and kits; sees no conversations.',
  agent: 'Sees only their own calls and scores, and can appeal an answer.',
  runner: 'Creates runs and reads results; sees no conversations.',
  directory: 'Adds, changes and deactivates members by SCIM; sees nothing else.',
};

/** The roles that a person can have. */
export const PERSON_ROLES = ['admin', 'developer', 'analyst', 'reviewer', 'viewer', 'agent'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export type Verdict = 'correct' | 'wrong' | 'not_applicable' | 'unsure';

export type AppealStatus = 'open' | 'changed' | 'confirmed';

export type AlertState = 'ok' | 'raised';

export type DeliveryStatus = 'pending' | 'succeeded' | 'dead' | 'cancelled';

/** How a channel tells people. */
export const CHANNEL_KINDS = ['email', 'slack', 'teams', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What a channel tells of. */
export const CHANNEL_TOPICS = ['alerts', 'deliveries', 'spend', 'summary', 'appeals'] as const;
export type ChannelTopic = (typeof CHANNEL_TOPICS)[number];

export type IntakeOutcome = 'received' | 'accepted' | 'replayed' | 'skipped' | 'failed' | 'refused';

export type DestinationStatus = 'pending' | 'succeeded' | 'skipped' | 'dead' | 'cancelled';
