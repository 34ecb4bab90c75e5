/** What the audit log records beside the changes that endpoints make: what operators do, who signs in, who reads. */
import { auditedChanges } from './endpoint.ts';

export const OTHER_AUDIT_ACTIONS = {
  'workspace.created': 'A workspace was created.',
  'workspace.exported': 'The workspace was written to a file, to be moved to another deployment.',
  'workspace.imported': 'The workspace came from another deployment.',
  'plan.changed': 'The workspace’s plan was changed.',
  'retention.changed': 'The retention of inputs, outputs, runs and audit entries was changed.',
  'key.signed_in': 'Somebody signed in to the console with an API key.',
  'member.joined': 'Somebody became a member, or came back with new credentials after a reset.',
  'member.link_requested':
    'Somebody signed in at the identity provider with the address of a member who is not linked to that account.',
  'directory.changed': 'The directory (SCIM) added, changed, deactivated or deleted a user or a group.',
  'member.recovery_code_used': 'Somebody signed in with one of their recovery codes, which is now used up.',
  'member.signed_in': 'Somebody signed in to the console.',
  'kit.published_by_force': 'A version of a kit was made live although it failed the gate.',
  'golden_set.read':
    'Somebody read the conversations of a golden set. At most one entry an hour for each reader and set.',
  'member.kept': 'The identity provider gave the workspace’s last admin another role or none; the member stayed admin.',
  'runs.exported': 'Results of runs were exported.',
  'reviews.exported': 'Reviews were exported.',
  'warehouse.exported':
    'Runs were exported to a warehouse: by a reader, at most one entry an hour, or by the service as scheduled.',
  'conversation.read': 'Somebody read a conversation. At most one entry an hour for each reader and run.',
  'recording.played': 'Somebody listened to a recording. At most one entry an hour for each reader and recording.',
  'audit.started': 'The audit log began, in a workspace that is older than it.',
  'audit.accepted':
    'The operator accepted an audit log that differs from its known head, such as after restoring an older copy.',
  'audit.exported': 'The audit log was exported.',
  'audit.pruned': 'Entries older than the retention of the audit log were deleted.',
  'reporting.granted': 'A login for BI tools was created, which reads the reporting views of the workspace.',
  'reporting.revoked': 'A login for BI tools was revoked.',
  'backup.written': 'The whole deployment was backed up.',
  'backup.restored': 'The whole deployment was restored from a back-up.',
  'permission.refused':
    'Somebody tried something their role does not allow. At most one entry an hour for each caller and endpoint.',
} as const satisfies Record<string, string>;

/** Every name there is, for those who ask when all endpoints are defined. */
export const auditActionNames = (): string[] =>
  [...Object.keys(OTHER_AUDIT_ACTIONS), ...auditedChanges.keys()].toSorted();
