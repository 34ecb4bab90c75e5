/** The closed sets of words on the wire; a type test holds them equal to the contract's. */
export type RunStatus = 'processing' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
/** What a request may ask for. */
export type NewRunType = 'api' | 'sandbox';

export type RunType = NewRunType | 'backfill';

export type BackfillStatus = 'running' | 'succeeded' | 'capped' | 'cancelled' | 'failed';
export type RunMode = 'async' | 'sync';
export type BrickType = 'numeric' | 'boolean' | 'text' | 'categorical';
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
export type Role = 'admin' | 'developer' | 'runner' | 'viewer' | 'reviewer' | 'analyst';
export type Verdict = 'correct' | 'wrong' | 'not_applicable' | 'unsure';

const TERMINAL: readonly RunStatus[] = ['succeeded', 'failed', 'cancelled'];

/** Whether the status will never change again. */
export function isTerminal(status: RunStatus): boolean {
  return TERMINAL.includes(status);
}
