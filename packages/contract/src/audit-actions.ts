/**
 * What the audit log records, by name. Every endpoint that changes something names the entry it leaves (`audit`), or says why it leaves none
 * (`notAudited`): a test finds those that say neither.
 */
import { auditedChanges } from './endpoint.ts';
import type * as endpoints from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import { auditActionNames, OTHER_AUDIT_ACTIONS } from './other-audit-actions.ts';

type ActionsOf<Group> = {
  [Name in keyof Group]: Group[Name] extends { method: string; audit?: { action: infer Action } } ? Action : never;
}[keyof Group];
type Contract = typeof endpoints;

export type AuditAction =
  | keyof typeof OTHER_AUDIT_ACTIONS
  | { [Group in keyof Contract]: Group extends `${string}Api` ? ActionsOf<Contract[Group]> : never }[keyof Contract];

const meanings: Readonly<Record<string, string>> = { ...OTHER_AUDIT_ACTIONS, ...Object.fromEntries(auditedChanges) };

export const AUDIT_ACTIONS = Object.fromEntries(
  auditActionNames().map((action) => [action, meanings[action] ?? '']),
) as Readonly<Record<AuditAction, string>>;

/** The entry of every endpoint that changes something, by the endpoint's id. */
export const AUDITED_ENDPOINTS: Readonly<Record<string, AuditAction>> = Object.fromEntries(
  ENDPOINTS.flatMap(({ id, audit }) => (audit === undefined ? [] : [[id, audit.action as AuditAction]])),
);

/** Endpoints that are called with POST, PUT, PATCH or DELETE and leave no entry, with the reason. */
export const NOT_AUDITED: Readonly<Record<string, string>> = Object.fromEntries(
  ENDPOINTS.flatMap(({ id, notAudited }) => (notAudited === undefined ? [] : [[id, notAudited]])),
);
