/** Generated from the contract by `npm run generate`: change the schema there. */

export type RunStatus = 'processing' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A status that never changes again. */
export const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** What a request may ask for. */
export type NewRunType = 'api' | 'sandbox';

export type RunType = 'api' | 'sandbox' | 'backfill';

export type RunMode = 'async' | 'sync';

export type BackfillStatus = 'running' | 'succeeded' | 'capped' | 'cancelled' | 'failed';

export type BrickType = 'numeric' | 'boolean' | 'categorical' | 'text';

export type KitStatus = 'draft' | 'published' | 'archived';

export type Environment = 'live' | 'test';

export type Permission =
  | 'runs:write'
  | 'runs:read'
  | 'runs:read_input'
  | 'runs:erase'
  | 'reviews:write'
  | 'views:write'
  | 'usage:read'
  | 'kits:read'
  | 'kits:write'
  | 'kits:force'
  | 'webhooks:manage'
  | 'keys:manage';

export const ROLES = ['admin', 'developer', 'runner', 'viewer', 'reviewer', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

export type Verdict = 'correct' | 'wrong' | 'not_applicable' | 'unsure';

export type AlertState = 'ok' | 'raised';

export type DeliveryStatus = 'pending' | 'succeeded' | 'dead' | 'cancelled';

export type IntakeOutcome = 'accepted' | 'replayed' | 'skipped' | 'failed' | 'refused';
